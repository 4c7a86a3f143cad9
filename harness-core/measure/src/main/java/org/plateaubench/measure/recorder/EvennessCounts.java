// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.PhaseWindow;

/** The units of users in equal times (measurement rule M25). */
@SuppressWarnings("ArrayRecordComponent")
public record EvennessCounts(int firstUser, int[] users, List<long[]> edges, long[] last) {
    private static final double ALIKE = 0.02;
    private static final double MARGIN = 1.25;
    private static final double ERRORS = 3;

    public Evenness of(PhaseWindow window, long nanos, long looks, int[] waits) {
        List<Integer> ascending = IntStream.of(users)
                .boxed()
                .sorted(Comparator.comparingLong(this::units))
                .toList();
        List<Evenness.Group> groups = new ArrayList<>();
        int from = 0;
        while (from < ascending.size()) {
            int to = from;
            long units = 0;
            long waited = 0;
            double most = units(ascending.get(from)) * (1 + ALIKE);
            for (; to < ascending.size() && units(ascending.get(to)) <= most; to++) {
                units += units(ascending.get(to));
                waited += waits[ascending.get(to)];
            }
            groups.add(new Evenness.Group(firstUser + ascending.get(from), to - from, units, waited));
            from = to;
        }
        return new Evenness(window, nanos, looks, Math.max(dispersion(1), dispersion(2)), groups);
    }

    private long units(int user) {
        return last[user] - edges.getFirst()[user];
    }

    /**
     * The squares by which the units of users in times of the given width differ from those expected from the totals of
     * users and times suggest, divided by those of independent units, at the upper end of its error.
     */
    private double dispersion(int width) {
        double[] ofTime = new double[(edges.size() - 1) / width];
        double[] ofUser = new double[last.length];
        double all = 0;
        for (int user : users) {
            for (int time = 0; time < ofTime.length; time++) {
                double units = units(user, time, width);
                ofTime[time] += units;
                ofUser[user] += units;
                all += units;
            }
        }
        double squares = 0;
        double sameUser = 0;
        double sameTime = 0;
        for (int user : users) {
            sameUser += ofUser[user] * ofUser[user];
            for (int time = 0; time < ofTime.length; time++) {
                double off = units(user, time, width) - ofUser[user] * ofTime[time] / Math.max(1, all);
                squares += off * off;
            }
        }
        for (double units : ofTime) {
            sameTime += units * units;
        }
        double independent = all * (1 - sameUser / (all * all)) * (1 - sameTime / (all * all));
        double degrees = Math.max(1, (users.length - 1.0) * (ofTime.length - 1));
        return independent > 0 ? squares / independent * (MARGIN + ERRORS / Math.sqrt(degrees)) : 0;
    }

    private double units(int user, int time, int width) {
        return edges.get((time + 1) * width)[user] - edges.get(time * width)[user];
    }
}
