// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.dialect.Dialect;
import org.plateaubench.plugin.olio.model.CachedStatics;
import org.plateaubench.plugin.olio.session.Drafting;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** What the users of one agent share. Any thread. */
final class OlioSession implements WorkloadSession {
    private static final long BYTES_OF_KILOBIT = 1000 / 8;
    private static final Duration NO_DEADLINE = Duration.ofHours(24);
    private static final CacheModel FULL_AND_SILENT =
            new CacheModel(CacheModel.Rule.NEVER, CacheModel.Rule.ONCE_A_SESSION);

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
                parameters.effectiveTagSearch(),
                parameters.cachedSessions(),
                LocalDate.now(ZoneOffset.UTC));
    }

    /** How long an answer may take is for the plan to say: its operation timeout aborts the browser. */
    private static HttpSettings connectionSettings() {
        HttpSettings usual = HttpSettings.usual();
        return usual.withTimeouts(usual.connectTimeout(), NO_DEADLINE, NO_DEADLINE);
    }

    @Override
    public Driver driver(UserContext user) {
        return new OlioDriver(this, user);
    }

    /** Whether a user comes with a full cache; as all that is drawn before its first operation, a function of the data. */
    boolean comesCached(int user) {
        return drafting.comesCached(coming(user));
    }

    private Draws coming(int user) {
        return Draws.of(KeyedRandom.key(usersKey, user));
    }

    /** Whom a user comes signed in as, 0 for nobody. */
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

    /** What tells names of new persons of this run from those of others. */
    long run() {
        return run;
    }

    @Override
    public void close() {
        connections.close();
    }

    BrowserSettings browserSettings() {
        return BrowserSettings.usual()
                .withConnectionsPerOrigin(parameters.effectiveConnections())
                .withBandwidth(
                        parameters.uploadRate() * BYTES_OF_KILOBIT, parameters.downloadRate() * BYTES_OF_KILOBIT);
    }

    /** How a browser with a full cache, or with an empty one, goes about. */
    CacheModel cacheModel(boolean cached) {
        if (!cached) {
            return CacheModel.OLIO_EMPTY;
        }
        return parameters.cachedStatics() == CachedStatics.SKIP ? FULL_AND_SILENT : CacheModel.OLIO_CACHED;
    }
}
