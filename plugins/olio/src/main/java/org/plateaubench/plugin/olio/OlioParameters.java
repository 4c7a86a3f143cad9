// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.olio.data.Scale;

public record OlioParameters(
        @Parameter(
                description = "Limits, search and connections under one name: Faban's, those of the study of 2015, or"
                        + " today's.",
                defaultValue = "modern")
        Profile profile,

        @Parameter(
                description = "Which application is driven: Plateau's own, or a deployment of Olio for PHP.",
                defaultValue = "plateau")
        Dialect.Name dialect,

        @Parameter(
                description = "Concurrent users that the data is made for, 100 registered persons each; 0 for as"
                        + " many as the load has, and never fewer than 25.",
                defaultValue = "0",
                unit = "users",
                min = 0,
                max = 1_000_000)
        int loadedUsers,

        @Parameter(
                description = "Connections over which a user fetches the files of a page: 1 is one after the other"
                        + " as Faban does it, 6 is what a browser does, 0 is the value of the profile.",
                defaultValue = "0",
                unit = "connections",
                min = 0,
                max = 6)
        int parallelConnections,

        @Parameter(
                description = "Share of sessions that begin with a browser whose cache is full; the others fetch each"
                        + " file once per session.",
                defaultValue = "60",
                unit = "%",
                min = 0,
                max = 100)
        int cachedSessions) {

    /** Returns the connections over which a page's files are fetched. */
    int effectiveConnections() {
        return parallelConnections == 0 ? profile.connections() : parallelConnections;
    }

    Scale scale(int users) {
        return Scale.forUsers(loadedUsers == 0 ? users : loadedUsers);
    }
}
