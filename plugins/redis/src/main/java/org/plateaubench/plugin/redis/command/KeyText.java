// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes keys, {@code <prefix><letter of the kind>:<number of 12 digits>}, and the names of fields and members. What it
 * returns is overwritten by its next call. Confined to whoever uses it.
 */
public final class KeyText {
    /** Digits of a number in a key. */
    public static final int DIGITS = 12;

    /** Bytes of the name of a field or member: a letter and digits. */
    public static final int ELEMENT_BYTES = 7;

    private static final byte[] PAIRS = pairs();

    private final Map<RedisOperation.Family, byte[]> keys = new EnumMap<>(RedisOperation.Family.class);
    private final byte[] element = "e000000".getBytes(StandardCharsets.US_ASCII);
    private final int length;

    /**
     * Keys with a prefix.
     *
     * @param prefix printable ASCII
     */
    public KeyText(String prefix) {
        for (RedisOperation.Family family : RedisOperation.Family.values()) {
            String text = prefix + family.letter() + ":" + "0".repeat(DIGITS);
            keys.put(family, text.getBytes(StandardCharsets.US_ASCII));
        }
        length = prefix.length() + 2 + DIGITS;
    }

    private static byte[] pairs() {
        byte[] digits = new byte[200];
        for (int i = 0; i < 100; i++) {
            digits[2 * i] = (byte) ('0' + i / 10);
            digits[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return digits;
    }

    /** Bytes of every key. */
    public int length() {
        return length;
    }

    /**
     * The text of a key, the array being as long as the key; valid until a key of this kind is asked for again.
     *
     * @param number from 0, below 10^12
     */
    public byte[] key(RedisOperation.Family family, long number) {
        byte[] text = Objects.requireNonNull(keys.get(family));
        int high = (int) (number / 1_000_000);
        sixDigits(text, length - DIGITS, high);
        sixDigits(text, length - DIGITS / 2, (int) (number - high * 1_000_000L));
        return text;
    }

    /** The name of a field or member, {@code e} and six digits; valid until the next is asked for. */
    public byte[] element(long number) {
        sixDigits(element, 1, (int) number);
        return element;
    }

    /** The number in the name of a field or member, -1 if it is no such name. */
    static long elementNumber(byte[] text, int offset, long length) {
        if (length != ELEMENT_BYTES || text[offset] != 'e') {
            return -1;
        }
        long number = 0;
        for (int i = 1; i < ELEMENT_BYTES; i++) {
            int digit = text[offset + i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    private static void sixDigits(byte[] text, int offset, int number) {
        int high = number / 10_000;
        int rest = number - high * 10_000;
        int middle = rest / 100;
        pair(text, offset, high);
        pair(text, offset + 2, middle);
        pair(text, offset + 4, rest - middle * 100);
    }

    private static void pair(byte[] text, int offset, int number) {
        text[offset] = PAIRS[2 * number];
        text[offset + 1] = PAIRS[2 * number + 1];
    }

    /** A copy that stays as it is. */
    public byte[] copyOfKey(RedisOperation.Family family, long number) {
        return Arrays.copyOf(key(family, number), length);
    }
}
