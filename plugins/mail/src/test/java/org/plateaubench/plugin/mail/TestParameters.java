// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;

/** Parameters of a test: the usual ones, except for those that the test changes. */
final class TestParameters {
    private Mode mode = Mode.PACED;

    /** Returns the parameters of a run file that sets none. */
    static MailParameters defaults() {
        return new TestParameters().build();
    }

    TestParameters with(Mode newMode) {
        mode = newMode;
        return this;
    }

    MailParameters build() {
        return new MailParameters(Profile.HEAVY, 1, mode, Sizes.MODERN, Fill.STANDARD, 50, true, 1, 8, "");
    }
}
