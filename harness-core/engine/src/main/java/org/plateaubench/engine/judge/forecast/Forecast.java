// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;

/**
 * A reason that will keep a running run from passing.
 *
 * @param certain whether no rest of the steady state can change it; otherwise it is the judgement if the rest is like
 *     the part seen so far
 * @param reason the judge's reason for the part seen so far; when certain, the final severity is at least this one
 */
public record Forecast(boolean certain, Reason reason) {
    /** The word in files and on screens. */
    public String certainty() {
        return certain ? "certain" : "likely";
    }

    /** The forecast verdict; when certain, this or a worse one. */
    public Verdict verdict() {
        return reason.severity().verdict();
    }

    /** The forecast for a person, in sentences. */
    public String sentence() {
        return heading() + " " + reason.message();
    }

    /** What is foreseen, without the reason, in a sentence. */
    private String heading() {
        return (certain ? "It is certain that this run will " : "It is likely that this run will ")
                + (verdict() == Verdict.INVALID ? "be invalid" : "fail") + ".";
    }

    /** Several forecasts for a person, in sentences: what is foreseen alike is said once. */
    static String sentences(List<Forecast> forecasts) {
        StringBuilder text = new StringBuilder();
        String before = "";
        for (Forecast forecast : forecasts) {
            String heading = forecast.heading();
            text.append(text.isEmpty() ? "" : " ")
                    .append(heading.equals(before) ? forecast.reason.message() : forecast.sentence());
            before = heading;
        }
        return text.toString();
    }

    /** The forecast as plain values. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("certainty", certainty());
        tree.put("verdict", verdict().label());
        tree.put("rule", reason.rule().label());
        tree.put("scope", reason.scope().toString());
        Double value = reason.value();
        if (value != null) {
            tree.put("value", value);
        }
        Double bound = reason.bound();
        if (bound != null) {
            tree.put("bound", bound);
        }
        tree.put("unit", reason.unit());
        tree.put("message", reason.message());
        return tree;
    }
}
