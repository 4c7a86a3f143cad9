// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes keys, {@code <prefix><letter of the kind>:<number of 12 digits>}, and the names of fields and members. A
 * returned array is overwritten by the next call. One thread at a time.
 */
public final class KeyText {
    /** Digits of a number in a key. */
    public static final int DIGITS = 12;

    /** Bytes of the name of a field or member: a letter and digits. */
    public static final int ELEMENT_BYTES = 7;

    private static final VarHandle TWO_BYTES =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final short[] PAIRS = pairs();

    private final Map<RedisOperation.Family, byte[]> keys = new EnumMap<>(RedisOperation.Family.class);
    private final byte[] element = "e000000".getBytes(StandardCharsets.US_ASCII);
    private final int length;

    /**
     * Creates keys with a prefix.
     *
     * @param prefix prefix, printable ASCII
     */
    public KeyText(String prefix) {
        for (RedisOperation.Family family : RedisOperation.Family.values()) {
            String text = prefix + family.letter() + ":" + "0".repeat(DIGITS);
            keys.put(family, text.getBytes(StandardCharsets.US_ASCII));
        }
        length = prefix.length() + 2 + DIGITS;
    }

    /**
     * Returns whether a key consists of this prefix and a number, which excludes a longer foreign prefix that begins
     * with it.
     */
    public static boolean isKey(String prefix, String key) {
        int digits = prefix.length() + 2;
        return key.length() == digits + DIGITS
                && key.startsWith(prefix)
                && isLetter(key.charAt(digits - 2))
                && key.charAt(digits - 1) == ':'
                && key.substring(digits).chars().allMatch(sign -> sign >= '0' && sign <= '9');
    }

    private static boolean isLetter(char letter) {
        return RedisOperation.ALL.stream()
                .anyMatch(operation -> operation.family().letter() == letter);
    }

    /** Returns the two digits of each number below 100, in memory order. */
    private static short[] pairs() {
        short[] digits = new short[100];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (short) (('0' + i / 10) | ('0' + i % 10) << 8);
        }
        return digits;
    }

    /**
     * Returns the text of a key in an array of its length; valid until the next call for this kind.
     *
     * @param number number of the key, from 0, below 10^12
     */
    public byte[] key(RedisOperation.Family family, long number) {
        byte[] text = Objects.requireNonNull(keys.get(family));
        digits(text, length - DIGITS, number);
        return text;
    }

    /**
     * Writes the number of a key in its {@link #DIGITS}.
     *
     * @param at index of the first digit
     * @param number number of the key, from 0, below 10^12
     */
    public static void digits(byte[] text, int at, long number) {
        int high = (int) (number / 1_000_000);
        sixDigits(text, at, high);
        sixDigits(text, at + DIGITS / 2, (int) (number - high * 1_000_000L));
    }

    /** Returns the name of a field or member, {@code e} and six digits; valid until the next call. */
    public byte[] element(long number) {
        sixDigits(element, 1, (int) number);
        return element;
    }

    /** Returns the number in the name of a field or member, -1 for any other name. */
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
        TWO_BYTES.set(text, offset, PAIRS[number]);
    }

    /** Returns a copy that is not overwritten. */
    public byte[] copyOfKey(RedisOperation.Family family, long number) {
        return Arrays.copyOf(key(family, number), length);
    }
}
