// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import java.util.List;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.event.EventDetails;

/**
 * A reason that will keep a running run from passing.
 *
 * @param certain whether the rest of the steady state cannot change it; otherwise it is the judgement if the rest is
 *     like the part so far
 * @param reason the judge's reason for the part so far; when certain, the final severity is at least this one
 */
public record Forecast(boolean certain, Reason reason) {
    /** The name of its certainty in files and on screens. */
    public String certainty() {
        return certain ? "certain" : "likely";
    }

    /** The forecast verdict; when certain, the final verdict is this or a worse one. */
    public Verdict verdict() {
        return reason.severity().verdict();
    }

    /** The forecast in sentences. */
    public String sentence() {
        return heading() + " " + reason.message();
    }

    /** The forecast verdict without the reason, a sentence. */
    private String heading() {
        return (certain ? "It is certain that this run will " : "It is likely that this run will ")
                + (verdict() == Verdict.INVALID ? "be invalid" : "fail") + ".";
    }

    /** Several forecasts in sentences; the same verdict is stated only once. */
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

    /** The form in files and in answers of the API. */
    EventDetails.Foreseen foreseen() {
        return new EventDetails.Foreseen(
                certainty(),
                verdict().label(),
                reason.rule().label(),
                reason.scope().toString(),
                reason.value(),
                reason.bound(),
                reason.unit(),
                reason.message());
    }
}
