// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The shared state of the users of one agent. Any thread. */
final class OlioSession implements WorkloadSession {
    private static final Duration NO_DEADLINE = Duration.ofHours(24);

    final Dialect dialect;
    final Scale scale;
    final Drafting drafting;
    final HttpConnections connections = new HttpConnections(connectionSettings());

    /**
     * Distinguishes names of new persons of this run from those of other runs on the same data: the second in which
     * this agent began. Agents of one run may have different ones, since they use different sequences.
     */
    final long run = Instant.now().getEpochSecond();

    private final OlioParameters parameters;
    private final long usersKey;

    OlioSession(WorkloadContext<OlioParameters> context) {
        parameters = context.parameters();
        usersKey = KeyedRandom.key(context.dataSeed(), "users");
        dialect = Dialect.of(context.requiredSut(), parameters.dialect());
        scale = parameters.scale(context.users());
        drafting = new Drafting(
                dialect,
                scale,
                parameters.profile().searchesUniformly(),
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

    /** Returns the draws before the first operation of a user, a function of the data's seed. */
    Draws coming(int user) {
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

    @Override
    public Driver driver(UserContext user) {
        return new OlioDriver(this, user);
    }

    @Override
    public void close() {
        connections.close();
    }

    BrowserSettings browserSettings() {
        return BrowserSettings.usual().withConnectionsPerOrigin(parameters.effectiveConnections());
    }
}
