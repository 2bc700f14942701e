public import FieldhouseKit

/// A device that is pushed to.
public enum SampleDevice {
  /// A public key of P-256 and a secret, as a browser makes them (RFC 8291 § 5).
  public static let keys: JSON = [
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
  ]
}
