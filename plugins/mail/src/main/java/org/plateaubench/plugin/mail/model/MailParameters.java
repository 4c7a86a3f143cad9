// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;

public record MailParameters(
        @Parameter(
                description = "Number of actions of a user in a day of 8 hours: 33, 66, 132 or 198.",
                defaultValue = "heavy")
        Profile profile,

        @Parameter(
                description = "Factor by which the day of 8 hours is shortened; 1 for a published result.",
                defaultValue = "1",
                min = 0.1,
                max = 10_000)
        double acceleration,

        @Parameter(
                description = "Whether users keep to the schedule of their day, or start each action as soon as the"
                        + " last one ends, which finds the maximum of a server and is never scored.",
                defaultValue = "paced")
        Mode mode,

        @Parameter(
                description = "Sizes of messages: 51 KB on average and up to 5 MB, or 3.9 KB on average.",
                defaultValue = "modern")
        Sizes sizes,

        @Parameter(
                description = "Content of a mailbox before the run: 1,200 messages, 150 events and 200 contacts, or 60,"
                        + " 15 and 20, or nothing.",
                defaultValue = "standard")
        Fill fill,

        @Parameter(
                description =
                        "Share of users who keep a second connection on which the server announces new mail; their"
                                + " deliveries are timed.",
                defaultValue = "50",
                unit = "%",
                min = 0,
                max = 100)
        int idleShare,

        @Parameter(
                description = "Whether users have a calendar and contacts; nothing replaces the operations on them.",
                defaultValue = "true")
        boolean groupware,

        @Parameter(
                description =
                        "Share of messages read that are compared with their digest, and of flags set that are read"
                                + " back.",
                defaultValue = "1",
                unit = "%",
                min = 0,
                max = 100)
        double checkedShare,

        @Parameter(
                description =
                        "Accounts that are filled, restored and checked at the same time, before and after the run.",
                defaultValue = "8",
                unit = "accounts",
                min = 1,
                max = 256)
        int loadConnections,

        @Parameter(
                description = "Domain of the site whose accounts may be taken over, and their content removed, although"
                        + " they have no marker of Plateau; empty for none.",
                defaultValue = "")
        String adopt) {

    public UserDay day() {
        return new UserDay(profile, acceleration, groupware);
    }

    public Scale scale() {
        return Scale.of(fill, sizes, groupware);
    }

    /** When a user starts the next action. */
    public enum Mode {
        /**
         * A user keeps to the schedule of the day, independent of the server: an action that is due waits, and the wait
         * counts.
         */
        PACED,
        /** A user starts an action as soon as the last one ends: for the maximum of a server, never scored. */
        STRESS
    }
}
