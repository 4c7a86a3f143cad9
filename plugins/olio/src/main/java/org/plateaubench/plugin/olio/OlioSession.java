// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Finding;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the users of one agent. Any thread. */
final class OlioSession implements AutoCloseable {
    private static final Duration NO_DEADLINE = Duration.ofHours(24);
    private final OlioParameters parameters;
    private final long usersKey;
    private final OlioSite site;
    private final Scale scale;
    private final Drafting drafting;
    private final HttpConnections connections = new HttpConnections(connectionSettings());
    private final long run = OlioSite.freshRun();

    OlioSession(WorkloadContext<OlioParameters> context) {
        parameters = context.parameters();
        usersKey = KeyedRandom.key(context.dataSeed(), "users");
        site = OlioSite.of(context.requiredSut(), parameters);
        scale = OlioSite.scale(parameters, context.users());
        drafting = new Drafting(
                site.dialect(),
                scale,
                parameters.profile().tagSearch(),
                parameters.cachedSessions(),
                LocalDate.now(ZoneOffset.UTC));
    }

    /**
     * Returns the settings without a time limit for an answer: the operation timeout of the plan aborts the browser.
     */
    private static HttpSettings connectionSettings() {
        HttpSettings usual = HttpSettings.usual();
        return usual.withTimeouts(usual.connectTimeout(), NO_DEADLINE, NO_DEADLINE);
    }

    /**
     * Returns whether a user begins with a full cache; a function of the data's seed, like all that is drawn before the
     * first operation.
     */
    boolean comesCached(int user) {
        return drafting.comesCached(coming(user));
    }

    private Draws coming(int user) {
        return Draws.of(KeyedRandom.key(usersKey, user));
    }

    /** Returns the person whom a user is signed in as at the beginning, 0 for none. */
    int comesAs(int user) {
        Draws draws = coming(user);
        return parameters.profile().beginsAmidSessions() && drafting.comesSignedIn(draws)
                ? drafting.account(draws, user)
                : 0;
    }

    boolean isStrict() {
        return parameters.profile().isStrict();
    }

    Dialect dialect() {
        return site.dialect();
    }

    OlioSite site() {
        return site;
    }

    HttpConnector connector() {
        return connections;
    }

    Scale scale() {
        return scale;
    }

    Drafting drafting() {
        return drafting;
    }

    /** Returns a number that distinguishes names of new persons of this run from those of other runs. */
    long run() {
        return run;
    }

    @Override
    public void close() {
        connections.close();
    }

    BrowserSettings browserSettings() {
        return BrowserSettings.usual().withConnectionsPerOrigin(parameters.effectiveConnections());
    }

    /** Returns the behaviour of a browser with a full or an empty cache. */
    static CacheModel cacheModel(boolean cached) {
        return cached ? CacheModel.OLIO_CACHED : CacheModel.OLIO_EMPTY;
    }

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
}
