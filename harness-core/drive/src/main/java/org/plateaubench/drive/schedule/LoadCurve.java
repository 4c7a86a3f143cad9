// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.PhaseTimes;

/**
 * The level of a load over the run's clock: it rises linearly to the first level over ramp-up, follows the schedule,
 * and then stays constant. The level is a number of users in closed load and units per second in open load. The curve
 * covers only the planned phases: an interruption ends it where issuing ends. Instants are nanoseconds on the run's
 * clock, from 0. Immutable; reading allocates nothing.
 */
public final class LoadCurve {
    /** The value that means an instant that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long ENDLESS = Long.MAX_VALUE / 4;

    private final Piece[] pieces;
    private final long[] startNanos;
    private final double[] areaBefore;

    private LoadCurve(List<Piece> pieces) {
        this.pieces = pieces.toArray(Piece[]::new);
        startNanos = new long[this.pieces.length];
        areaBefore = new double[this.pieces.length];
        for (int i = 1; i < this.pieces.length; i++) {
            Piece before = this.pieces[i - 1];
            startNanos[i] = startNanos[i - 1] + before.lengthNanos();
            areaBefore[i] = areaBefore[i - 1] + before.areaUntil(before.lengthNanos());
        }
    }

    public static LoadCurve of(Load load, PhaseTimes phases) {
        return of(load, phases, 0, phases.rampUp().toNanos());
    }

    /** The curve of a load that rises in a part of ramp-up and then stays constant until its schedule begins. */
    public static LoadCurve of(Load load, PhaseTimes phases, long rampStartNanos, long rampNanos) {
        List<LoadStep> steps = load.steps();
        double constantLevel = switch (load) {
            case Load.Closed closed -> closed.users();
            case Load.Open open -> open.ratePerSecond();
        };
        List<Piece> pieces = new ArrayList<>();
        double first = steps.isEmpty() ? constantLevel : steps.getFirst().first();
        long rampEndNanos = rampStartNanos + rampNanos;
        addUnlessEmpty(new Line(rampStartNanos, 0, 0), pieces);
        addUnlessEmpty(new Line(rampNanos, 0, first), pieces);
        addUnlessEmpty(new Line(phases.rampUp().toNanos() - rampEndNanos, first, first), pieces);
        steps.forEach(step -> add(step, pieces));
        double last = steps.isEmpty() ? constantLevel : steps.getLast().last();
        pieces.add(new Line(ENDLESS, last, last));
        return new LoadCurve(pieces);
    }

    private static void addUnlessEmpty(Piece piece, List<Piece> pieces) {
        if (piece.lengthNanos() > 0) {
            pieces.add(piece);
        }
    }

    private static void add(LoadStep step, List<Piece> pieces) {
        long length = step.length().toNanos();
        switch (step) {
            case LoadStep.Constant constant -> pieces.add(new Line(length, constant.level(), constant.level()));
            case LoadStep.Ramp ramp -> pieces.add(new Line(length, ramp.from(), ramp.to()));
            case LoadStep.Bursts bursts ->
                pieces.add(new Burst(
                        length,
                        bursts.base(),
                        bursts.peak(),
                        bursts.every().toNanos(),
                        bursts.burst().toNanos()));
            case LoadStep.Sine sine ->
                pieces.add(new Sine(
                        length, sine.middle(), sine.amplitude(), sine.period().toNanos()));
            case LoadStep.Replay replay -> add(replay, length, pieces);
        }
    }

    private static void add(LoadStep.Replay replay, long length, List<Piece> pieces) {
        List<LoadStep.Point> points = replay.points();
        for (int i = 0; i < points.size(); i++) {
            double level = points.get(i).level();
            long from = points.get(i).at().toNanos();
            long next = i + 1 < points.size() ? points.get(i + 1).at().toNanos() : length;
            if (Math.min(length, next) > from) {
                pieces.add(new Line(Math.min(length, next) - from, level, level));
            }
        }
    }

    public double levelAt(long nanos) {
        int piece = pieceAt(nanos);
        return pieces[piece].levelAt(nanos - startNanos[piece]);
    }

    /** Area under the level up to an instant, in levels times seconds: the arrivals expected until then. */
    public double areaUntil(long nanos) {
        int piece = pieceAt(nanos);
        return areaBefore[piece] + pieces[piece].areaUntil(nanos - startNanos[piece]);
    }

    /** The instant at which the given number of arrivals is expected. */
    public long instantOf(double arrivals) {
        int piece = lastNotAbove(arrivals);
        Piece found = pieces[piece];
        if (piece == pieces.length - 1 && found.levelAt(0) == 0) {
            return NEVER;
        }
        double offset = found.instantOf(arrivals - areaBefore[piece]);
        return startNanos[piece] + (long) Math.min(offset, (double) found.lengthNanos());
    }

    /** Whether a user is active at an instant: while the level exceeds its number. */
    public boolean isActive(int user, long nanos) {
        return nextActive(user, nanos) <= nanos;
    }

    /** First instant, at or after the given one, at which a user is active; {@link #NEVER} when there is none. */
    public long nextActive(int user, long fromNanos) {
        long from = Math.max(0, fromNanos);
        for (int piece = pieceAt(from); piece < pieces.length; piece++) {
            long next = pieces[piece].nextAbove(user, Math.max(0, from - startNanos[piece]));
            if (next < pieces[piece].lengthNanos()) {
                return startNanos[piece] + next;
            }
        }
        return NEVER;
    }

    /** First instant, at or after the given one, at which a user is not active; {@link #NEVER} when there is none. */
    public long nextInactive(int user, long fromNanos) {
        long from = Math.max(0, fromNanos);
        for (int piece = pieceAt(from); piece < pieces.length; piece++) {
            long next = pieces[piece].nextNotAbove(user, Math.max(0, from - startNanos[piece]));
            if (next < pieces[piece].lengthNanos()) {
                return startNanos[piece] + next;
            }
        }
        return NEVER;
    }

    /** How long a user is active between two instants. */
    public long activeNanos(int user, long fromNanos, long toNanos) {
        long sum = 0;
        long start = nextActive(user, fromNanos);
        while (start < toNanos) {
            long end = nextInactive(user, start);
            sum += Math.min(end, toNanos) - start;
            start = end >= toNanos ? NEVER : nextActive(user, end);
        }
        return sum;
    }

    private int pieceAt(long nanos) {
        int found = Arrays.binarySearch(startNanos, nanos);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }

    /** The last piece before which there is no more than the given area: a piece without area is skipped. */
    private int lastNotAbove(double area) {
        int low = 0;
        int high = areaBefore.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (areaBefore[middle] <= area) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Bursts at equal distances, each at the start of its period. */
    private record Burst(long lengthNanos, double base, double peak, long everyNanos, long burstNanos)
            implements Periodic {
        @Override
        public double levelAt(long nanos) {
            return nanos % everyNanos < burstNanos ? peak : base;
        }

        private double areaInPeriod(long nanos) {
            return (base * nanos + (peak - base) * Math.min(nanos, burstNanos)) / SECOND;
        }

        @Override
        public double areaUntil(long nanos) {
            long periods = nanos / everyNanos;
            return periods * areaInPeriod(everyNanos) + areaInPeriod(nanos % everyNanos);
        }

        @Override
        public double instantOf(double area) {
            double ofPeriod = areaInPeriod(everyNanos);
            double periods = Math.floor(area / ofPeriod);
            double rest = Math.max(0, area - periods * ofPeriod) * SECOND;
            double inBurst = peak * burstNanos;
            double offset = rest <= inBurst || base == 0
                    ? Math.min(rest / peak, (double) burstNanos)
                    : Math.min(burstNanos + (rest - inBurst) / base, (double) everyNanos);
            return periods * everyNanos + offset;
        }

        @Override
        public long aboveFrom(double bound) {
            return 0;
        }

        @Override
        public long aboveNanos(double bound) {
            if (base > bound) {
                return everyNanos;
            }
            return peak > bound ? burstNanos : 0;
        }
    }

    private record Line(long lengthNanos, double from, double to) implements Piece {
        private double slope() {
            return (to - from) / lengthNanos;
        }

        @Override
        public double levelAt(long nanos) {
            return from + slope() * nanos;
        }

        @Override
        public double areaUntil(long nanos) {
            return (from + slope() * nanos / 2) * nanos / SECOND;
        }

        /** The form of the quadratic formula that loses no digits. */
        @Override
        public double instantOf(double area) {
            if (from == to) {
                return area / (from / SECOND);
            }
            double nanoArea = area * SECOND;
            if (nanoArea <= 0) {
                return 0;
            }
            double root = Math.sqrt(Math.max(0, from * from + 2 * slope() * nanoArea));
            return 2 * nanoArea / (from + root);
        }

        @Override
        public long nextAbove(double bound, long fromNanos) {
            return fromNanos >= aboveUntil(bound) ? lengthNanos : Math.max(fromNanos, aboveFrom(bound));
        }

        @Override
        public long nextNotAbove(double bound, long fromNanos) {
            return fromNanos < aboveFrom(bound) ? fromNanos : Math.max(fromNanos, aboveUntil(bound));
        }

        private long aboveFrom(double bound) {
            if (from > bound) {
                return 0;
            }
            return to > bound ? (long) (lengthNanos * (bound - from) / (to - from)) : lengthNanos;
        }

        private long aboveUntil(double bound) {
            if (to > bound) {
                return lengthNanos;
            }
            return from > bound ? (long) Math.ceil(lengthNanos * (from - bound) / (from - to)) : 0;
        }
    }

    /**
     * A part of a load curve with one formula. Levels are users or units per second; areas are levels times seconds,
     * that is expected arrivals. Instants are nanoseconds since the start of the piece. Immutable.
     */
    private interface Piece {
        double SECOND = 1e9;

        long lengthNanos();

        double levelAt(long nanos);

        double areaUntil(long nanos);

        /**
         * The instant up to which the area has the given size; that size is between 0 and the area of the whole piece.
         */
        double instantOf(double area);

        /**
         * The first instant from the given one at which the level exceeds a bound; the length or more when none does.
         */
        long nextAbove(double bound, long fromNanos);

        /**
         * The first instant from the given one at which the level does not exceed a bound; the length or more when
         * there is none.
         */
        long nextNotAbove(double bound, long fromNanos);
    }

    /** A level that repeats every period, and exceeds a bound in one interval of each. */
    private interface Periodic extends Piece {
        long everyNanos();

        long aboveFrom(double bound);

        /** The length of that interval, from 0 to the period. */
        long aboveNanos(double bound);

        @Override
        default long nextAbove(double bound, long fromNanos) {
            long above = aboveNanos(bound);
            if (above <= 0) {
                return lengthNanos();
            }
            long offset = Math.floorMod(fromNanos - aboveFrom(bound), everyNanos());
            return offset < above ? fromNanos : fromNanos + everyNanos() - offset;
        }

        @Override
        default long nextNotAbove(double bound, long fromNanos) {
            long above = aboveNanos(bound);
            if (above >= everyNanos()) {
                return lengthNanos();
            }
            long offset = Math.floorMod(fromNanos - aboveFrom(bound), everyNanos());
            return offset < above ? fromNanos + above - offset : fromNanos;
        }
    }

    /** A sine, upwards first. {@link StrictMath} gives every host the same instants. */
    private record Sine(long lengthNanos, double middle, double amplitude, long everyNanos) implements Periodic {
        private static final int MAX_STEPS = 80;
        private static final double NEAR_NANOS = 0.25;

        private double radians(double nanos) {
            return 2 * Math.PI * nanos / everyNanos;
        }

        @Override
        public double levelAt(long nanos) {
            return levelInPeriod((double) (nanos % everyNanos));
        }

        private double levelInPeriod(double nanos) {
            return middle + amplitude * StrictMath.sin(radians(nanos));
        }

        private double areaInPeriod(double nanos) {
            double swing = amplitude * everyNanos / (2 * Math.PI) * (1 - StrictMath.cos(radians(nanos)));
            return (middle * nanos + swing) / SECOND;
        }

        @Override
        public double areaUntil(long nanos) {
            long periods = nanos / everyNanos;
            return periods * areaInPeriod((double) everyNanos) + areaInPeriod((double) (nanos % everyNanos));
        }

        /** Newton's method, kept within bounds by bisection: the area never decreases, and its slope is known. */
        @Override
        public double instantOf(double area) {
            double ofPeriod = areaInPeriod((double) everyNanos);
            double periods = Math.floor(area / ofPeriod);
            double target = Math.max(0, area - periods * ofPeriod);
            double low = 0;
            double high = everyNanos;
            double instant = Math.min(target / middle * SECOND, (double) everyNanos);
            for (int step = 0; step < MAX_STEPS && high - low > NEAR_NANOS; step++) {
                double missing = target - areaInPeriod(instant);
                if (missing > 0) {
                    low = instant;
                } else {
                    high = instant;
                }
                double newton = instant + missing * SECOND / levelInPeriod(instant);
                boolean isInside = newton > low && newton < high;
                boolean isNear = Math.abs(newton - instant) < NEAR_NANOS;
                instant = isInside ? newton : (low + high) / 2;
                if (isInside && isNear) {
                    break;
                }
            }
            return periods * everyNanos + instant;
        }

        @Override
        public long aboveFrom(double bound) {
            double sine = Math.clamp((bound - middle) / amplitude, -1.0, 1.0);
            return (long) (everyNanos * StrictMath.asin(sine) / (2 * Math.PI));
        }

        @Override
        public long aboveNanos(double bound) {
            if (middle - amplitude > bound) {
                return everyNanos;
            }
            return middle + amplitude > bound ? everyNanos / 2 - 2 * aboveFrom(bound) : 0;
        }
    }
}
