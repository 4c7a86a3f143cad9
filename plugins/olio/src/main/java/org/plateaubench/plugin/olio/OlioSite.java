// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Instant;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.dialect.Dialect;
import org.plateaubench.plugin.olio.dialect.PhpDialect;
import org.plateaubench.plugin.olio.dialect.PlateauDialect;

/**
 * The address and the dialect of the application. Immutable.
 *
 * @param origin scheme, host and port
 * @param dialect its addresses and forms
 */
record OlioSite(HttpOrigin origin, Dialect dialect) {
    private static final String URL = "url";

    /**
     * Returns the site of a SUT's address.
     *
     * @throws IllegalArgumentException when it holds no address of a site
     */
    static OlioSite of(SutAddress sut, OlioParameters parameters) {
        WebAddress home = WebAddress.parse(sut.property(URL));
        String path = home.path();
        String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return new OlioSite(home.origin(), dialect(parameters.dialect(), base));
    }

    private static Dialect dialect(Dialect.Name name, String base) {
        return switch (name) {
            case PLATEAU -> new PlateauDialect(base);
            case PHP -> new PhpDialect(base);
        };
    }

    /** Returns the amount of data for a number of users. */
    static Scale scale(OlioParameters parameters, int users) {
        return Scale.forUsers(parameters.loadedUsers() == 0 ? users : parameters.loadedUsers());
    }

    /**
     * Returns the finding of too many users: each needs 100 persons, so that no two users are ever signed in as the
     * same.
     */
    static Finding tooManyUsers(int users, Scale scale) {
        return Finding.problem(
                        "The load has " + users + " users, and the data is for " + scale.concurrentUsers() + ".",
                        "Raise 'loadedUsers' or lower the number of users.")
                .about("loadedUsers");
    }

    /**
     * Returns a number that no other run on the same data has: the second in which this agent began. Agents of one run
     * may have different ones, since they use different sequences.
     */
    static long freshRun() {
        return Instant.now().getEpochSecond();
    }
}
