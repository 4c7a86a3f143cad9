// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import io.javalin.Javalin;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.RunningConsole;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** A console that serves: every room, and the server before them. */
public final class Console implements RunningConsole {
    private final Installation installation;
    private final Database database;
    private final Javalin server;
    private final URI address;

    private Console(Installation installation, Database database, Javalin server, URI address) {
        this.installation = installation;
        this.database = database;
        this.server = server;
        this.address = address;
    }

    /**
     * Starts a console with an installation, which it closes at its end.
     *
     * @throws IOException with a sentence for a person when it cannot serve
     */
    public static Console start(Installation installation, ConsoleOptions options) throws IOException {
        Database database = Database.open(options.data(), options.catalog(), System::getenv);
        RouteTable table = new RouteTable();
        rooms(installation, options, database).forEach(room -> room.addTo(table));
        Javalin server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            table.routes()
                    .forEach(route -> config.routes.addEndpoint(
                            Endpoint.create(route.method(), route.path()).handler(route.handler())));
        });
        server.start(options.host(), options.port());
        return new Console(
                installation, database, server, URI.create("http://" + options.host() + ":" + server.port() + "/"));
    }

    /** Every room; the only place where they meet. */
    private static List<Routes> rooms(Installation installation, ConsoleOptions options, Database database) {
        return List.of();
    }

    @Override
    public URI address() {
        return address;
    }

    @Override
    public Optional<String> firstToken() {
        return Optional.empty();
    }

    @Override
    public void close() {
        server.stop();
        database.close();
        try {
            installation.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
