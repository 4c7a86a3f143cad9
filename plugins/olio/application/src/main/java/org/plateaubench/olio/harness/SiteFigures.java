// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

/** What the web side of the application counts. Any thread. */
public interface SiteFigures {
    /** Requests answered since the start, those of the harness left out. */
    long requests();

    /** Those of them answered with a status of 500 or more. */
    long failures();

    /** Sessions that are kept now. */
    int sessions();
}
