// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.measure.timeline.PhaseWindow;

/**
 * The meaning of the values of a histogram: {@code tile/workload/line/kind/population/window}.
 *
 * @param tile number of the tile, from 1
 * @param workload name in the run file
 * @param line operation, unit or observed series; {@link #HARNESS} for the harness's own lags
 * @param kind the measured time
 * @param population the operations whose times they are
 * @param window window of the intended start
 */
public record HistogramTag(
        int tile, String workload, String line, Kind kind, Population population, PhaseWindow window) {
    /** The line of the harness's own lags. */
    public static final String HARNESS = WorkloadDefinition.HARNESS_LINE;

    private static final Pattern FORM = Pattern.compile("(\\d+)/([^/]+)/([^/]+)/([^/]+)/([^/]+)/([^/]+)");

    /** The measured time. */
    public enum Kind {
        /** The end minus the intended start. */
        RESPONSE("response"),
        /** The end minus the actual start. */
        SERVICE("service"),
        /**
         * The actual start minus the later of the intended start and the instant at which the user became free
         * (measurement rule M2).
         */
        DISPATCH_LAG("dispatch-lag"),
        /** How long a reply waited for the harness (measurement rule M2). */
        COMPLETION_LAG("completion-lag"),
        /** How late an event loop noticed a probe (measurement rule M16). */
        WAKE_UP_LAG("wake-up-lag");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** The name in a tag. */
        public String label() {
            return label;
        }
    }

    /** The operations whose times are counted. */
    public enum Population {
        /** Successes and refusals. */
        OK("ok"),
        /** Errors. */
        ERROR("error");

        private final String label;

        Population(String label) {
            this.label = label;
        }

        /** The name in a tag. */
        public String label() {
            return label;
        }
    }

    /** Whether it counts the response times of successes and refusals. */
    public boolean isResponse() {
        return kind == Kind.RESPONSE && population == Population.OK;
    }

    /** The same tag in another window. */
    public HistogramTag in(PhaseWindow other) {
        return new HistogramTag(tile, workload, line, kind, population, other);
    }

    /** Parses {@link #toString()}. */
    public static HistogramTag parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a histogram tag");
        }
        return new HistogramTag(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                matcher.group(3),
                labelled(Kind.values(), Kind::label, matcher.group(4)),
                labelled(Population.values(), Population::label, matcher.group(5)),
                PhaseWindow.parse(matcher.group(6)));
    }

    private static <T> T labelled(T[] values, Function<T, String> label, String text) {
        for (T value : values) {
            if (label.apply(value).equals(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not part of a histogram tag");
    }

    @Override
    public String toString() {
        return tile + "/" + workload + "/" + line + "/" + kind.label() + "/" + population.label() + "/"
                + window.label();
    }
}
