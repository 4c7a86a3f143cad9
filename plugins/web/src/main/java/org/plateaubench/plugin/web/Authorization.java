// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The header with which a request authenticates. Any thread. */
@FunctionalInterface
interface Authorization {
    Key KEY = Key.any(
            "auth",
            "Authentication of this request: {basic: {user: x, password: y}}, {bearer: token}, or none; otherwise by the"
                    + " parameters.");

    String HEADER = "Authorization";

    /** The value of the header; null for none. */
    @Nullable
    String header(Values values, WebClient client) throws StepFailure;

    /** Reads the key of a step; without it, the credentials of the parameters are sent, to their server only. */
    static Authorization read(Section step, Scope scope, WebTarget target) {
        if (!step.has(KEY.name())) {
            String constant = target.authorization();
            if (target.hasTokens()) {
                return (_, client) -> client.isHome() ? client.token() : null;
            }
            return (_, client) -> client.isHome() ? constant : null;
        }
        if ("none".equals(step.value(KEY.name()))) {
            return (_, _) -> null;
        }
        Section auth = step.section(KEY.name());
        auth.allow(List.of(Key.text("basic", ""), Key.text("bearer", "")));
        if (auth.has("basic") == auth.has("bearer")) {
            step.problem(KEY.name(), "Authentication is either 'basic' or 'bearer', or none.", "Write one of these.");
        } else if (auth.has("bearer")) {
            Template token = scope.template("Bearer " + auth.requiredText("bearer"), auth, "bearer");
            return (values, _) -> token.text(values);
        } else {
            Section pair = auth.section("basic");
            pair.allow(List.of(Key.text("user", ""), Key.text("password", "")));
            Template user = scope.template(pair.requiredText("user"), pair, "user");
            Template password = scope.template(pair.requiredText("password"), pair, "password");
            return (values, _) -> AccessTokens.basic(user.text(values) + ":" + password.text(values));
        }
        return (_, _) -> null;
    }
}
