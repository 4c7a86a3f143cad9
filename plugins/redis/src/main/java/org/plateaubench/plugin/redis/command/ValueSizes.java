// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.KeyedRandom;

/** Sizes of values with their weights: a table of sizes and ranges. Immutable. */
final class ValueSizes {
    /** Largest size of a value in bytes. */
    static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:\\s*-\\s*(\\d{1,9}))?");

    private final int[] least;
    private final int[] range;
    private final double[] upTo;
    private final boolean isOne;
    private final int first;

    /** A line of the table. */
    private record Line(int least, int most, double weight) {}

    /**
     * Parses a table.
     *
     * @throws IllegalArgumentException with a message when it is malformed
     */
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
        isOne = upTo.length == 1 && range[0] == 1;
        first = least[0];
    }

    private static Line line(String sizes, double weight) {
        Matcher matcher = FORM.matcher(sizes.strip());
        int least = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        int most = matcher.matches() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : least;
        if (least < 1 || most < least || most > MOST_BYTES) {
            throw new IllegalArgumentException("'" + sizes + "' is neither a size of a value, such as 100, nor a range,"
                    + " such as 100-1000, from 1 to " + MOST_BYTES + " bytes.");
        }
        return new Line(least, most, weight);
    }

    /** Returns whether all values have the same size, {@link #first()}. */
    boolean isOne() {
        return isOne;
    }

    /** Returns the smallest size in bytes. */
    int first() {
        return first;
    }

    /**
     * Returns the size for 64 uniform bits.
     *
     * @return size in bytes
     */
    int size(long bits) {
        if (isOne) {
            return first;
        }
        double uniform = KeyedRandom.toUnit(bits);
        int line = 0;
        while (line < upTo.length - 1 && uniform >= upTo[line]) {
            line++;
        }
        double below = line == 0 ? 0 : upTo[line - 1];
        int within = (int) ((uniform - below) / (upTo[line] - below) * range[line]);
        return least[line] + Math.min(within, range[line] - 1);
    }

    /** Returns the mean size in bytes. */
    double mean() {
        double mean = 0;
        for (int i = 0; i < upTo.length; i++) {
            mean += (upTo[i] - (i == 0 ? 0 : upTo[i - 1])) * (least[i] + (range[i] - 1) / 2.0);
        }
        return mean;
    }
}
