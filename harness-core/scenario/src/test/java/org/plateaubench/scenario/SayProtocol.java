// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** A protocol with one step, {@code say: TEXT}, whose answer is the value of its key {@code answer}. */
final class SayProtocol implements Protocol<SayProtocol.Listener> {
    /** Records the texts of one user. */
    static final class Listener implements Client {
        final List<String> sent = new ArrayList<>();
        final StringBuilder prepared = new StringBuilder();
        boolean isSilent;
    }

    private record Say(String description, Template text, int answerTo, Template answer, Outcome outcome)
            implements Action<Listener> {
        @Override
        public void prepare(Values values, Listener client) throws StepFailure {
            client.prepared.setLength(0);
            text.append(values, client.prepared);
        }

        @Override
        public Outcome run(Values values, Listener client) throws StepFailure {
            if (!client.isSilent) {
                client.sent.add(client.prepared.toString());
            }
            if (answerTo >= 0) {
                values.set(answerTo, answer.text(values));
            }
            return outcome;
        }
    }

    @Override
    public List<StepType> stepTypes() {
        return List.of(new StepType(
                Key.text("say", "Says a text."),
                List.of(Key.text("answer", "Text that becomes the variable 'answer'."), Key.flag("fails", "Fails."))));
    }

    @Override
    public Action<Listener> compile(String type, Section step, Scope scope) {
        String text = step.requiredText(type);
        return new Say(
                "SAY " + text,
                scope.template(text, step, type),
                step.has("answer") ? scope.define("answer", step) : -1,
                scope.template(step.text("answer").orElse(""), step, "answer"),
                step.flag("fails", false) ? Outcome.error("failed", "as configured") : Outcome.ok());
    }
}
