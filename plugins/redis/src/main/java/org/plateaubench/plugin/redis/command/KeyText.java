// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys, {@code <prefix><letter of the kind>:<number of 12 digits>}, and the names of fields and members. A
 * returned array is overwritten by the next call. Not thread-safe.
 */
public final class KeyText {
    public static final int DIGITS = 12;

    /** Bytes of the name of a field or member: a letter and digits. */
    public static final int ELEMENT_BYTES = 7;

    private static final Pattern FORM = Pattern.compile("(.*)([schlz]):[0-9]{" + DIGITS + "}", Pattern.DOTALL);
    private static final VarHandle TWO_BYTES =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final short[] PAIRS = pairs();

    private final Map<RedisOperation.Family, byte[]> keys = new EnumMap<>(RedisOperation.Family.class);
    private final byte[] element = "e000000".getBytes(StandardCharsets.US_ASCII);
    private final int length;

    public KeyText(String prefix) {
        for (RedisOperation.Family family : RedisOperation.Family.values()) {
            String text = prefix + family.letter() + ":" + "0".repeat(DIGITS);
            keys.put(family, text.getBytes(StandardCharsets.US_ASCII));
        }
        length = prefix.length() + 2 + DIGITS;
    }

    /**
     * Returns the family of a key that consists of this prefix and a number; null for any other key, such as one of a
     * longer prefix that begins with this one.
     */
    public static RedisOperation.@Nullable Family family(String prefix, String key) {
        Matcher form = FORM.matcher(key);
        if (!form.matches() || !form.group(1).equals(prefix)) {
            return null;
        }
        char letter = form.group(2).charAt(0);
        return Stream.of(RedisOperation.Family.values())
                .filter(candidate -> candidate.letter() == letter)
                .findFirst()
                .orElse(null);
    }

    /** Returns the number in a key that has a {@link #family}. */
    public static long number(String key) {
        return Long.parseLong(key.substring(key.length() - DIGITS));
    }

    private static short[] pairs() {
        short[] digits = new short[100];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (short) (('0' + i / 10) | ('0' + i % 10) << 8);
        }
        return digits;
    }

    /** Returns the text of a key in an array of its length; valid until the next call for this family. */
    public byte[] key(RedisOperation.Family family, long number) {
        byte[] text = Objects.requireNonNull(keys.get(family));
        digits(text, length - DIGITS, number);
        return text;
    }

    /** Writes the number of a key, from 0 and below 10^12, in its {@link #DIGITS}. */
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
}
