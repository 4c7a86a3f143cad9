// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.engine.judge.event.EventResult;
import org.plateaubench.engine.judge.event.EventResult.Effect;
import org.plateaubench.engine.judge.event.EventResult.Finding;
import org.plateaubench.engine.judge.figures.Figures;

/** Writes the effects of events: a sentence for each kind with the greatest shown difference. Stateless; any thread. */
final class EventLines {
    private static final int MOST = 6;
    /** The share of a kind's time from which on another kind at the same time may be the cause of the difference. */
    private static final double MOSTLY = 0.5;

    private EventLines() {}

    static List<String> of(List<EventResult> events) {
        List<String> lines = new ArrayList<>();
        for (EventResult event : events) {
            List<Effect> shown =
                    event.effects().stream().filter(Effect::isShown).toList();
            if (!shown.isEmpty()) {
                lines.add(difference(event, shown));
            } else if (!event.kind().equals(EventResult.AGENT_COLLECTION)) {
                lines.add(head(event)
                        + (event.untold() == null ? ": no difference shown." : ": not compared. " + event.untold()));
            }
        }
        if (lines.size() > MOST) {
            int more = lines.size() - MOST;
            lines.subList(MOST, lines.size()).clear();
            lines.add("And " + more + " more kinds of events, which are in result.json.");
        }
        return lines;
    }

    private static String head(EventResult event) {
        return event.kind() + " (" + Figures.times(event.count()) + ")";
    }

    private static String difference(EventResult event, List<Effect> shown) {
        Effect most = shown.stream()
                .max(Comparator.comparing(Effect::percentile)
                        .thenComparingDouble(effect -> Math.abs(difference(effect)) / effect.outsideMs()))
                .orElseThrow();
        boolean longer = most.finding() == Finding.LONGER;
        return event.kind() + (longer ? " adds " : " takes ") + Figures.text(Math.abs(difference(most)), "ms") + " ("
                + interval(most) + ") " + (longer ? "to " : "off ") + most.percentile() + " of " + most.workload() + " "
                + most.operation() + " for at most " + Figures.text(event.meanSeconds(), "s") + ", "
                + Figures.times(event.count())
                + ": " + Figures.text(most.insideMs(), "ms") + " within, " + Figures.text(most.outsideMs(), "ms")
                + " outside. A difference is shown in " + shown.size() + " of "
                + event.effects().size() + " figures." + together(event);
    }

    private static double difference(Effect effect) {
        Double difference = effect.differenceMs();
        return difference == null ? 0 : difference;
    }

    private static String interval(Effect effect) {
        Double lower = effect.lowerMs();
        Double upper = effect.upperMs();
        if (lower == null || upper == null) {
            return "";
        }
        return Figures.text(Math.min(Math.abs(lower), Math.abs(upper))) + " to "
                + Figures.text(Math.max(Math.abs(lower), Math.abs(upper)));
    }

    private static String together(EventResult event) {
        StringBuilder text = new StringBuilder();
        event.together().stream()
                .filter(other -> other.share() >= MOSTLY)
                .forEach(other -> text.append(" For ")
                        .append(Figures.text(Math.rint(100 * other.share()), "%"))
                        .append(" of that time there was ")
                        .append(other.kind())
                        .append(" too, which may be the reason."));
        return text.toString();
    }
}
