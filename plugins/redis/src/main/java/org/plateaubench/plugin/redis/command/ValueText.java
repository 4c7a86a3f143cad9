// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.KeyedRandom;

/**
 * The values: size and bytes are a pure function of the data seed, the number of the key and that of the element, so
 * that a read value can be compared with the written one, whichever user wrote it last. A value is a part of one block
 * of random letters and digits, at an offset given by a hash. Immutable, any thread.
 */
public final class ValueText {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final ValueSizes sizes;
    private final long seed;
    private final byte[] block = new byte[2 * BLOCK_BYTES];

    /** Throws IllegalArgumentException with a message when the table of sizes is malformed. */
    public ValueText(Map<String, Double> sizes, long dataSeed) {
        this.sizes = new ValueSizes(sizes);
        seed = KeyedRandom.key(dataSeed, "values");
        for (int i = 0; i < BLOCK_BYTES; i++) {
            block[i] = (byte) LETTERS.charAt((int) (KeyedRandom.bits(seed, 0, i) >>> 58));
        }
        System.arraycopy(block, 0, block, BLOCK_BYTES, BLOCK_BYTES);
    }

    private long hash(long key, long element) {
        return KeyedRandom.key(seed + element, key);
    }

    /** Returns the size of a value in bytes; the element is 0 for any kind but fields and members. */
    public int size(long key, long element) {
        return sizes.isFixed ? sizes.min[0] : sizes.size(hash(key, element));
    }

    public void copy(byte[] array, int at, long key, long element, int size) {
        int from = start(key, element);
        for (int done = 0; done < size; done += BLOCK_BYTES) {
            System.arraycopy(block, from, array, at + done, Math.min(BLOCK_BYTES, size - done));
        }
    }

    public byte[] bytes(long key, long element) {
        byte[] value = new byte[size(key, element)];
        copy(value, 0, key, element, value.length);
        return value;
    }

    /** Returns whether the length and the first known bytes match the value. */
    public boolean matches(long key, long element, byte[] text, int offset, long length, int known) {
        if (length != size(key, element)) {
            return false;
        }
        int at = start(key, element);
        for (int done = 0; done < known; done += BLOCK_BYTES) {
            int part = Math.min(BLOCK_BYTES, known - done);
            if (!Arrays.equals(block, at, at + part, text, offset + done, offset + done + part)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the offset, from bits that hardly affect the size, which depends on the highest ones. */
    private int start(long key, long element) {
        return (int) hash(key, element) & (BLOCK_BYTES - 1);
    }

    public double meanSize() {
        return sizes.mean();
    }

    /** Sizes of values with their weights: a table of sizes and ranges. Immutable. */
    private static final class ValueSizes {
        static final int MAX_BYTES = 16 * 1024 * 1024;

        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?");

        private final int[] min;
        private final int[] range;
        private final double[] cumulative;
        private final boolean isFixed;

        private record SizeRange(int min, int max, double weight) {}

        ValueSizes(Map<String, Double> table) {
            List<SizeRange> lines = new ArrayList<>();
            table.forEach((sizes, weight) -> {
                SizeRange line = line(sizes, weight);
                if (weight > 0) {
                    lines.add(line);
                }
            });
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("No size of a value has a weight above 0.");
            }
            lines.sort(Comparator.comparingInt(SizeRange::min).thenComparingInt(SizeRange::max));
            double total = lines.stream().mapToDouble(SizeRange::weight).sum();
            min = new int[lines.size()];
            range = new int[lines.size()];
            cumulative = new double[lines.size()];
            double sum = 0;
            for (int i = 0; i < lines.size(); i++) {
                SizeRange line = lines.get(i);
                sum += line.weight();
                min[i] = line.min();
                range[i] = line.max() - line.min() + 1;
                cumulative[i] = sum / total;
            }
            isFixed = cumulative.length == 1 && range[0] == 1;
        }

        private static SizeRange line(String sizes, double weight) {
            Matcher matcher = FORM.matcher(sizes.strip());
            int min = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
            int max = matcher.matches() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : min;
            if (min < 1 || max < min || max > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "'" + sizes + "' is neither a size of a value, such as 100, nor a range,"
                                + " such as 100-1000, from 1 to " + MAX_BYTES + " bytes.");
            }
            return new SizeRange(min, max, weight);
        }

        int size(long bits) {
            double uniform = KeyedRandom.toUnit(bits);
            int line = 0;
            while (line < cumulative.length - 1 && uniform >= cumulative[line]) {
                line++;
            }
            double below = line == 0 ? 0 : cumulative[line - 1];
            int within = (int) ((uniform - below) / (cumulative[line] - below) * range[line]);
            return min[line] + Math.min(within, range[line] - 1);
        }

        double mean() {
            double mean = 0;
            for (int i = 0; i < cumulative.length; i++) {
                mean += (cumulative[i] - (i == 0 ? 0 : cumulative[i - 1])) * (min[i] + (range[i] - 1) / 2.0);
            }
            return mean;
        }
    }
}
