// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the users of one agent. Thread-safe. */
final class OlioSession implements AutoCloseable {
    private static final Duration NO_DEADLINE = Duration.ofHours(24);

    final Dialect dialect;
    final RequestDraws requestDraws;
    final HttpConnections connections = new HttpConnections(connectionSettings());

    /**
     * Distinguishes names of new persons of this run from those of other runs on the same data: the second in which
     * this agent began. Agents of one run may have different values, since they use different sequences.
     */
    final long run = Instant.now().getEpochSecond();

    private final OlioParameters parameters;
    private final long usersKey;

    OlioSession(WorkloadContext<OlioParameters> context) {
        parameters = context.parameters();
        usersKey = KeyedRandom.key(context.dataSeed(), "users");
        SutAddress sut = context.requiredSut();
        Scale scale = parameters.scale(context.users());
        dialect = dialect(
                sut,
                parameters,
                scale,
                HarnessClient.of(sut).isPresent() ? LoadedData.of(scale, context.dataSeed()) : LoadedData.NONE);
        requestDraws = new RequestDraws(
                dialect,
                scale,
                parameters.profile().searchesUniformly(),
                parameters.cachedSessions(),
                LocalDate.now(ZoneOffset.UTC));
    }

    static Dialect dialect(SutAddress sut, OlioParameters parameters, Scale scale, LoadedData data) {
        WebAddress home = WebAddress.parse(sut.property(OlioSutParameters.URL_PROPERTY));
        return parameters.dialect() == Dialect.Name.PLATEAU
                ? new PlateauDialect(home, scale, data)
                : new PhpDialect(home);
    }

    /**
     * Returns the settings without a time limit for an answer: the operation timeout of the plan aborts the browser.
     */
    private static HttpSettings connectionSettings() {
        HttpSettings defaults = HttpSettings.defaults();
        return defaults.withTimeouts(defaults.connectTimeout(), NO_DEADLINE, NO_DEADLINE);
    }

    /** Returns the draws before the first operation of a user, a function of the data's seed. */
    Draws startDraws(int user) {
        return Draws.of(KeyedRandom.key(usersKey, user));
    }

    /** Returns the account with which a user is signed in at the beginning; 0 for none. */
    int accountAtStart(int user) {
        Draws draws = startDraws(user);
        return parameters.profile().beginsWithinSessions() && requestDraws.startsSignedIn(draws)
                ? requestDraws.account(draws, user)
                : 0;
    }

    @Override
    public void close() {
        connections.close();
    }

    BrowserSettings browserSettings() {
        return BrowserSettings.defaults().withConnectionsPerOrigin(parameters.effectiveConnections());
    }
}
