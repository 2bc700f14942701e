// The elements that the first page is made of; the others come when a page makes its first one (dom.js).
import "/elements/card.js";
import "/elements/crest.js";
import "/elements/empty.js";
import "/elements/list.js";
import "/elements/toast.js";
