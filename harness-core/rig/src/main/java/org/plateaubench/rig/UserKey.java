// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * The key pair by which a broker identifies a user: Ed25519 in the notation of NATS, base 32 with a prefix and a
 * checksum.
 *
 * @param id the public key, {@code U...}; the configuration of the broker has it
 * @param seed the secret, {@code SU...}; only the credentials file has it
 */
public record UserKey(String id, String seed) {
    private static final String ALGORITHM = "Ed25519";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int KEY_BYTES = 32;
    private static final int CHECKSUM_BYTES = 2;
    private static final int POLYNOMIAL = 0x1021;
    private static final int BITS_OF_LETTER = 5;
    private static final int LETTER_MASK = 31;
    private static final byte[] PUBLIC_PREFIX = {(byte) (20 << 3)};

    private static final byte[] SEED_PREFIX = {(byte) (18 << 3 | 20 >> 2), (byte) (20 << 6)};

    public static UserKey create() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] open = Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
            byte[] secret = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            return new UserKey(text(PUBLIC_PREFIX, open), text(SEED_PREFIX, secret));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK has no " + ALGORITHM + ".", e);
        }
    }

    public byte[] sign(byte[] challenge) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, bytes(SEED_PREFIX, seed))));
            signature.update(challenge);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The challenge of the broker cannot be signed.", e);
        }
    }

    /** Returns the id, without the secret. */
    @Override
    public String toString() {
        return id;
    }

    private static String text(byte[] prefix, byte[] key) {
        ByteBuffer all = ByteBuffer.allocate(prefix.length + key.length + CHECKSUM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(prefix)
                .put(key);
        all.putShort(checksum(all.array(), all.position()));
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte next : all.array()) {
            held = held << Byte.SIZE | Byte.toUnsignedInt(next);
            for (bits += Byte.SIZE; bits >= BITS_OF_LETTER; bits -= BITS_OF_LETTER) {
                text.append(ALPHABET.charAt((held >> (bits - BITS_OF_LETTER)) & LETTER_MASK));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((held << (BITS_OF_LETTER - bits)) & LETTER_MASK));
        }
        return text.toString();
    }

    private static byte[] bytes(byte[] prefix, String text) {
        ByteBuffer all = ByteBuffer.allocate(text.length() * BITS_OF_LETTER / Byte.SIZE);
        int bits = 0;
        int held = 0;
        for (int at = 0; at < text.length(); at++) {
            int value = ALPHABET.indexOf(text.charAt(at));
            if (value < 0) {
                throw new IllegalArgumentException("The seed of the credentials is damaged: it has a wrong letter.");
            }
            held = held << BITS_OF_LETTER | value;
            bits += BITS_OF_LETTER;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                all.put((byte) (held >> bits));
            }
        }
        int end = prefix.length + KEY_BYTES;
        byte[] read = all.array();
        if (read.length != end + CHECKSUM_BYTES
                || !Arrays.equals(prefix, Arrays.copyOf(read, prefix.length))
                || all.order(ByteOrder.LITTLE_ENDIAN).getShort(end) != checksum(read, end)) {
            throw new IllegalArgumentException("The seed of the credentials is damaged, or none of a user.");
        }
        return Arrays.copyOfRange(read, prefix.length, end);
    }

    /** Computes the CRC-16 of XMODEM. */
    private static short checksum(byte[] bytes, int length) {
        int checksum = 0;
        for (int at = 0; at < length; at++) {
            checksum ^= Byte.toUnsignedInt(bytes[at]) << Byte.SIZE;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                checksum = checksum << 1 ^ ((checksum & 0x8000) == 0 ? 0 : POLYNOMIAL);
            }
        }
        return (short) checksum;
    }
}
