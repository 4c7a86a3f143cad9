// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.plateaubench.plugin.mail.data.LoadBy;
import org.plateaubench.plugin.mail.model.Fill;
import org.plateaubench.plugin.mail.model.Mode;
import org.plateaubench.plugin.mail.model.Profile;
import org.plateaubench.plugin.mail.model.Sizes;
import org.plateaubench.plugin.mail.session.MailParameters;

/** Parameters of a test: the usual ones but for what is changed. */
final class TestParameters {
    private Mode mode = Mode.PACED;
    private double acceleration = 1;
    private Fill fill = Fill.STANDARD;
    private Sizes sizes = Sizes.MODERN;
    private int idleShare = 50;
    private boolean groupware = true;
    private double checkedShare = 1;

    /** What a run file without parameters means. */
    static MailParameters usual() {
        return new TestParameters().build();
    }

    TestParameters with(Mode other) {
        mode = other;
        return this;
    }

    TestParameters withoutGroupware() {
        groupware = false;
        return this;
    }

    /** As small as it gets, with every answer checked. */
    TestParameters small() {
        fill = Fill.SMALL;
        sizes = Sizes.CLASSIC;
        acceleration = 1000;
        checkedShare = 100;
        return this;
    }

    TestParameters idle(int share) {
        idleShare = share;
        return this;
    }

    MailParameters build() {
        return new MailParameters(
                Profile.HEAVY,
                acceleration,
                mode,
                sizes,
                fill,
                idleShare,
                groupware,
                checkedShare,
                LoadBy.APPEND,
                8,
                "");
    }
}
