// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Draws values. The salt distinguishes the draws of one source from those of all others. */
final class Generator implements Source {
    private static final int MAX_TRIES = 64;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz      ";
    private static final String HEX = "0123456789abcdef";
    private static final int LETTER_BITS = 5;
    private static final int LETTERS_PER_DRAW = 12;
    private static final int LAST_INDEX = 1 << 20;

    private final long salt;
    private final Kind kind;
    private boolean isInRepeat;

    /** A kind of draw. */
    sealed interface Kind {}

    /** Uniform from {@code min} to {@code max}, both in units of the last decimal place. */
    record Uniform(long min, long max, int decimals) implements Kind {}

    /** Normal, with draws beyond the bounds replaced by the bounds, in units of the last decimal place. */
    record Normal(double mean, double deviation, double min, double max, int decimals) implements Kind {}

    /** Numbers by Zipf's law; {@code min} is the smallest and the most frequent one. */
    record ByRank(long min, Zipf zipf) implements Kind {}

    /** A unique number for each unit. */
    record Sequence(long start) implements Kind {}

    /** A random UUID of version 4. */
    record Uuid() implements Kind {}

    /** Lowercase letters and blanks. */
    record Letters(int min, int max) implements Kind {}

    /** One of several texts; each has the end of its share of [0, 1). */
    static final class Choice implements Kind {
        private final String[] texts;
        private final double[] ends;

        Choice(List<String> texts, double[] ends) {
            this.texts = texts.toArray(String[]::new);
            this.ends = ends;
        }
    }

    Generator(long salt, Kind kind) {
        this.salt = salt;
        this.kind = kind;
    }

    /** The days of a range as texts. */
    static Choice days(LocalDate first, LocalDate last, DateTimeFormatter format) {
        List<String> days = new ArrayList<>();
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            days.add(format.format(day));
        }
        double[] ends = new double[days.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = (i + 1.0) / ends.length;
        }
        return new Choice(days, ends);
    }

    @Override
    public Part part(String column, boolean inRepeat, Consumer<String> problem) {
        if (!column.isEmpty()) {
            problem.accept("Only data from a file has columns, such as '" + column + "'.");
        }
        isInRepeat |= inRepeat;
        return this::append;
    }

    private void append(Values values, StringBuilder out) throws StepFailure {
        switch (kind) {
            case Uniform range ->
                appendDecimal(out, range.min + below(values.bits(salt, 0), range.max - range.min + 1), range.decimals);
            case Normal normal -> appendDecimal(out, normal(normal, values), normal.decimals);
            case ByRank ranked -> out.append(byRank(ranked, values));
            case Sequence sequence -> out.append(sequence.start + values.sharedNumber(isInRepeat));
            case Uuid _ -> appendUuid(out, values.bits(salt, 0), values.bits(salt, 1));
            case Letters letters -> appendLetters(out, letters, values);
            case Choice choice -> out.append(choice.texts[index(choice.ends, unit(values, 0))]);
        }
    }

    private double unit(Values values, int index) {
        return (values.bits(salt, index) >>> 11) * 0x1.0p-53;
    }

    private static long below(long bits, long bound) {
        return bound == 0 ? bits : Math.unsignedMultiplyHigh(bits, bound);
    }

    static int index(double[] ends, double uniform) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (uniform < ends[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private long normal(Normal normal, Values values) {
        double radius = Math.sqrt(-2 * Math.log(1 - unit(values, 0)));
        double drawn = normal.mean + normal.deviation * radius * Math.cos(2 * Math.PI * unit(values, 1));
        return Math.round(Math.clamp(drawn, normal.min, normal.max));
    }

    private long byRank(ByRank ranked, Values values) {
        for (int i = 0; i < MAX_TRIES; i++) {
            long rank = ranked.zipf.rank(unit(values, i));
            if (rank != Zipf.REJECTED) {
                return ranked.min + rank - 1;
            }
        }
        return ranked.min;
    }

    private void appendLetters(StringBuilder out, Letters letters, Values values) {
        long length = letters.min + below(values.bits(salt, LAST_INDEX), letters.max - letters.min + 1L);
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % LETTERS_PER_DRAW == 0) {
                bits = values.bits(salt, i / LETTERS_PER_DRAW);
            }
            int letter = (int) bits & ((1 << LETTER_BITS) - 1);
            bits >>>= LETTER_BITS;
            boolean isAtEnd = i == 0 || i == length - 1 || out.charAt(out.length() - 1) == ' ';
            out.append(LETTERS.charAt(isAtEnd ? letter % 26 : letter));
        }
    }

    private static void appendUuid(StringBuilder out, long high, long low) {
        appendHex(out, high >>> 32, 8);
        out.append('-');
        appendHex(out, high >>> 16, 4);
        out.append('-');
        appendHex(out, (high & 0xfff) | 0x4000, 4);
        out.append('-');
        appendHex(out, (low >>> 48 & 0x3fff) | 0x8000, 4);
        out.append('-');
        appendHex(out, low, 12);
    }

    private static void appendHex(StringBuilder out, long bits, int digits) {
        for (int i = digits - 1; i >= 0; i--) {
            out.append(HEX.charAt((int) (bits >>> (4 * i)) & 15));
        }
    }

    private static void appendDecimal(StringBuilder out, long scaled, int decimals) {
        if (decimals == 0) {
            out.append(scaled);
            return;
        }
        long unit = 1;
        for (int i = 0; i < decimals; i++) {
            unit *= 10;
        }
        if (scaled < 0) {
            out.append('-');
        }
        long digits = Math.abs(scaled);
        out.append(digits / unit).append('.');
        for (long place = unit / 10; place > 0; place /= 10) {
            out.append((char) ('0' + digits / place % 10));
        }
    }
}
