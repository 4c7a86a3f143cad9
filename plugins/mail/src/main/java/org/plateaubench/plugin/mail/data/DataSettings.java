// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import org.plateaubench.plugin.mail.model.Scale;

/**
 * The settings of the data.
 *
 * @param scale amount of data
 * @param workers accounts in work at the same time, at least 1
 * @param adopt domain of the site whose accounts are taken over with their content; empty for none
 */
public record DataSettings(Scale scale, int workers, String adopt) {
    /** The number of workers that keeps a server of a few cores busy; more would wait for the disk. */
    public static final int USUAL_WORKERS = 8;

    public static DataSettings of(Scale scale) {
        return new DataSettings(scale, USUAL_WORKERS, "");
    }
}
