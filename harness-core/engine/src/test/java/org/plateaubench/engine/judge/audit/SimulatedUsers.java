// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.plateaubench.engine.judge.figures.ScheduleFigures;

/**
 * Users of a harness, simulated operation by operation, and two independent measurements of them: a sampler that counts
 * the operations in flight, delayed like a thread, and a recorder that receives ends only. Neither is derived from the
 * other, so Little's law does not hold by construction.
 */
final class SimulatedUsers {
    private static final double MEAN_GAP = 0.005;
    /** Before the window, so that operations are in flight when it begins. */
    private static final double BEFORE = 1;

    private final SplittableRandom random;
    private final double seconds;

    /** For closed load; 0 for open load. */
    int users;

    double arrivalsPerSecond;
    double idleMean;
    double serviceMean;
    ServiceTime serviceTime = ServiceTime.EXPONENTIAL;
    /** For how long the harness handles a reply before the user is free; 0 for blocking drivers. */
    double handling;
    /** Mean lateness of a sample. */
    double lateness = 60e-6;
    /** The SUT stops responding at this time, for this duration. */
    double hangAt;

    double hang;
    /** Share of operations that the recorder loses. */
    double lost;
    /** Share of the service time by which ends are stamped early, or starts late. */
    double cut;
    /** Actual operations in flight for each recorded one. */
    int atOnce = 1;

    private final double[] samples;
    private final int[] inFlightCounts;
    private double recorded;
    private double longest;
    private double handedBack;
    private double ages;
    private double idle;
    private double pending;
    private long ended;
    private long moved;
    private double startRead;
    private double endRead;

    /** The distribution of the service times. */
    enum ServiceTime {
        FIXED,
        EXPONENTIAL,
        /** One in twenty takes ten times as long. */
        LONG_TAILED
    }

    SimulatedUsers(SplittableRandom random, double seconds) {
        this.random = random;
        this.seconds = seconds;
        double[] instants = new double[(int) (2 * seconds / MEAN_GAP) + 100];
        int count = 0;
        double at = BEFORE + exponential(MEAN_GAP);
        while (at < BEFORE + seconds && count < instants.length) {
            instants[count++] = at;
            at += exponential(MEAN_GAP);
        }
        samples = Arrays.copyOf(instants, count);
        inFlightCounts = new int[count];
    }

    private double exponential(double mean) {
        return -mean * Math.log1p(-random.nextDouble());
    }

    private double service() {
        return switch (serviceTime) {
            case FIXED -> serviceMean;
            case EXPONENTIAL -> exponential(serviceMean);
            case LONG_TAILED -> random.nextInt(20) == 0 ? exponential(10 * serviceMean) : exponential(serviceMean / 2);
        };
    }

    /** The figures of the recorder and of the users for the window. */
    ScheduleFigures.Flow measuredFlow() {
        // Recorder and users are read one after the other.
        startRead = BEFORE + exponential(0.3e-3);
        endRead = BEFORE + seconds + exponential(0.3e-3);
        double latest = 0;
        for (int i = 0; i < samples.length; i++) {
            // One thread takes them: the next one waits for the last.
            latest = Math.max(latest, samples[i] + 2 * lateness * random.nextDouble());
            samples[i] = latest;
        }
        if (users > 0) {
            for (int user = 0; user < users; user++) {
                driveClosedUser();
            }
        } else {
            driveOpenLoad();
        }
        return flow();
    }

    private void driveClosedUser() {
        double at = exponential(idleMean);
        double free = 0;
        int next = 0;
        while (at < BEFORE + seconds + 0.1) {
            double end = endOf(at, service());
            double back = end + handling(end);
            next = operation(free, at, end, back, next);
            free = end;
            at = Math.max(back, end + exponential(idleMean));
        }
        if (free <= endRead) {
            pending += endRead - free;
        }
    }

    private void driveOpenLoad() {
        double at = exponential(1 / arrivalsPerSecond);
        int next = 0;
        while (at < BEFORE + seconds + 0.1) {
            double end = endOf(at, service());
            next = operation(at, at, end, end + handling(end), next);
            at += exponential(1 / arrivalsPerSecond);
        }
    }

    private double endOf(double start, double service) {
        double end = start + service;
        double from = BEFORE + hangAt;
        return end > from && start < from + hang ? end + from + hang - Math.max(start, from) : end;
    }

    private double handling(double end) {
        if (handling == 0) {
            return 0;
        }
        double took = exponential(handling);
        if (end > BEFORE && end <= BEFORE + seconds) {
            // The clock is read and the state changed one after the other.
            handedBack += took - Math.min(took, exponential(50e-9));
        }
        return took;
    }

    /** Returns the first sample that the next operation may be in. */
    private int operation(double free, double start, double end, double back, int from) {
        int first = from;
        while (first < samples.length && samples[first] < start) {
            first++;
        }
        for (int i = first; i < samples.length && samples[i] < back; i++) {
            inFlightCounts[i] += atOnce;
        }
        double stamped = (end - start) * (1 - cut);
        if (end > BEFORE && end <= BEFORE + seconds) {
            ended++;
            recorded += random.nextDouble() < lost ? 0 : stamped;
        }
        if (end > BEFORE && end <= endRead) {
            longest = Math.max(longest, stamped);
        }
        age(start, end, startRead, -1);
        age(start, end, endRead, 1);
        if (start > BEFORE && start <= BEFORE + seconds) {
            idle += start - free;
        }
        addPending(free, start, end);
        moved += moves(start, BEFORE, startRead) + moves(start, BEFORE + seconds, endRead);
        moved += moves(end, BEFORE, startRead) + moves(end, BEFORE + seconds, endRead);
        return first;
    }

    private static int moves(double instant, double from, double to) {
        return instant > from && instant <= to ? 1 : 0;
    }

    private void age(double start, double end, double read, int sign) {
        if (start <= read && end > read) {
            ages += sign * (read - start);
        }
    }

    /** Adds the part of a gap that spans a boundary, because the time between operations is counted when it ends. */
    private void addPending(double free, double start, double end) {
        if (free <= startRead && end > startRead) {
            pending -= startRead - (start <= startRead ? start : free);
        }
        if (free <= endRead && end > endRead) {
            pending += endRead - (start <= endRead ? start : free);
        }
    }

    private ScheduleFigures.Flow flow() {
        double sum = 0;
        double squares = 0;
        long max = 0;
        for (int count : inFlightCounts) {
            sum += count;
            squares += (double) count * count;
            max = Math.max(max, count);
        }
        int n = samples.length;
        double mean = sum / n;
        double error = Math.sqrt(Math.max(0, squares / n - mean * mean) / (n - 1));
        ScheduleFigures.InFlight inFlight = new ScheduleFigures.InFlight(n, mean, error, max, handedBack, ages, moved);
        return new ScheduleFigures.Flow(
                seconds,
                ended,
                recorded,
                ended,
                recorded,
                longest,
                users * seconds,
                0,
                recorded + idle + pending,
                inFlight);
    }
}
