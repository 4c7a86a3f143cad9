// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

/** The counts of the application's HTTP layer. Any thread. */
public interface SiteFigures {
    /** Returns the requests answered since the start, without those of the harness. */
    long requests();

    /** Returns how many of them were answered with a status of 500 or more. */
    long failures();

    /** Returns the present number of sessions. */
    int sessions();
}
