// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/**
 * What data is made, and how.
 *
 * @param scale how much of it
 * @param loadBy how inboxes are filled
 * @param workers accounts that are worked on at the same time, from 1
 * @param adopt domain of the site whose accounts are taken over with all they hold; empty for none
 */
public record DataSettings(Scale scale, LoadBy loadBy, int workers, String adopt) {
    /** As many as keep a server of a few cores busy; more of them wait for each other's disk. */
    public static final int USUAL_WORKERS = 8;

    /** The usual way. */
    public static DataSettings of(Scale scale) {
        return new DataSettings(scale, LoadBy.APPEND, USUAL_WORKERS, "");
    }
}
