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
        return sizes.isFixed ? sizes.least[0] : sizes.size(hash(key, element));
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

    /** Returns whether a text of which some first bytes are known is the value. */
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

        private final int[] least;
        private final int[] range;
        private final double[] upTo;
        private final boolean isFixed;

        private record Line(int least, int most, double weight) {}

        ValueSizes(Map<String, Double> table) {
            List<Line> lines = new ArrayList<>();
            table.forEach((sizes, weight) -> {
                Line line = line(sizes, weight);
                if (weight > 0) {
                    lines.add(line);
                }
            });
            if (lines.isEmpty()) {
                throw new IllegalArgumentException("No size of a value has a weight above 0.");
            }
            lines.sort(Comparator.comparingInt(Line::least).thenComparingInt(Line::most));
            double total = lines.stream().mapToDouble(Line::weight).sum();
            least = new int[lines.size()];
            range = new int[lines.size()];
            upTo = new double[lines.size()];
            double sum = 0;
            for (int i = 0; i < lines.size(); i++) {
                Line line = lines.get(i);
                sum += line.weight();
                least[i] = line.least();
                range[i] = line.most() - line.least() + 1;
                upTo[i] = sum / total;
            }
            isFixed = upTo.length == 1 && range[0] == 1;
        }

        private static Line line(String sizes, double weight) {
            Matcher matcher = FORM.matcher(sizes.strip());
            int least = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
            int most = matcher.matches() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : least;
            if (least < 1 || most < least || most > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "'" + sizes + "' is neither a size of a value, such as 100, nor a range,"
                                + " such as 100-1000, from 1 to " + MAX_BYTES + " bytes.");
            }
            return new Line(least, most, weight);
        }

        int size(long bits) {
            double uniform = KeyedRandom.toUnit(bits);
            int line = 0;
            while (line < upTo.length - 1 && uniform >= upTo[line]) {
                line++;
            }
            double below = line == 0 ? 0 : upTo[line - 1];
            int within = (int) ((uniform - below) / (upTo[line] - below) * range[line]);
            return least[line] + Math.min(within, range[line] - 1);
        }

        double mean() {
            double mean = 0;
            for (int i = 0; i < upTo.length; i++) {
                mean += (upTo[i] - (i == 0 ? 0 : upTo[i - 1])) * (least[i] + (range[i] - 1) / 2.0);
            }
            return mean;
        }
    }
}
