// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.PageLoader.Visitor;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.spi.DataSet;

/**
 * The data of an application that the harness does not fill: it is checked as far as pages show it, and left unchanged.
 */
final class ReadOnlyDataSet implements DataSet {
    private final Dialect dialect;
    private final Scale scale;
    private final int users;

    ReadOnlyDataSet(Dialect dialect, Scale scale, int users) {
        this.dialect = dialect;
        this.scale = scale;
        this.users = users;
    }

    /**
     * Checks that the person with the highest number can sign in, which only leaves a session, and that the home page
     * has events.
     */
    @Override
    public List<Finding> preflight(DataPolicy policy) {
        if (policy != DataPolicy.REUSE) {
            return List.of(Finding.problem(
                    "The harness cannot load or reset the data of this application.",
                    "Set 'data: reuse' and load it with the application's own loader."));
        }
        if (users > scale.concurrentUsers()) {
            return List.of(OlioDataSet.tooManyUsers(users, scale));
        }
        Finding expected = Finding.note(String.format(
                Locale.ROOT,
                "The application must hold the data for %d users at once: %,d persons, %,d tags, %,d events.",
                scale.concurrentUsers(),
                scale.users(),
                scale.tags(),
                scale.events()));
        String missing = missing();
        return missing.isEmpty()
                ? List.of(expected)
                : List.of(
                        expected,
                        Finding.problem(
                                missing,
                                "Load the data for at least " + scale.concurrentUsers()
                                        + " users, or lower 'loadedUsers' and the number of users."));
    }

    private String missing() {
        HttpConnections connections = new HttpConnections(HttpSettings.defaults());
        String name = dialect.userName(scale.users());
        try (connections;
                Browser browser = new Browser(connections, dialect.origin(), BrowserSettings.defaults(), () -> 0)) {
            PageLoader pageLoader = new PageLoader(dialect, browser, new Visitor(0));
            if (dialect.eventsOn(pageLoader.open(dialect.addresses().home())).isEmpty()) {
                return "The home page of the application shows no event.";
            }
            Page page = pageLoader.navigate(dialect.signIn(name, Integer.toString(scale.users())));
            if (dialect.addresses().homeAfterSignIn()) {
                page = pageLoader.open(dialect.addresses().home());
            }
            return dialect.viewerOf(page).equals(name)
                    ? ""
                    : "Person number " + scale.users() + ", " + name + ", cannot sign in to the application.";
        } catch (IOException e) {
            return "The application does not answer as expected: " + e.getMessage() + ".";
        }
    }
}
