// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every route of the console with the role it needs; there is no route without one. Filled by one thread before the
 * server starts.
 */
public final class RouteTable {
    /** Prefix of the paths of the API. */
    public static final String API = "/api/v1";

    private final List<Route> routes = new ArrayList<>();
    private final Streams streams = new Streams();

    /**
     * One route.
     *
     * @param path path in Javalin's syntax, {@code {name}} for a segment and {@code <name>} for the rest
     * @param isStream whether the route answers with a stream of events until the caller leaves
     * @param parameters names of the query parameters that it takes; others are refused, but for {@linkplain #open pages}
     */
    public record Route(
            HandlerType method, String path, Role role, Handler handler, boolean isStream, List<String> parameters) {
        /** Returns whether its requests change nothing. */
        public boolean isRead() {
            return method.equals(HandlerType.GET) || method.equals(HandlerType.HEAD);
        }

        /** Returns method and path, as the audit log names the route. */
        public String action() {
            return method.name() + " " + path;
        }
    }

    /** Adds a route that reads, with the names of all query parameters that it takes, for {@link Query#of}. */
    public RouteTable get(String path, Role role, Handler handler, String... parameters) {
        return read(path, role, handler, false, List.of(parameters));
    }

    /** Adds a route for every caller that takes any query, such as a page. */
    public RouteTable open(String path, Handler handler) {
        return add(HandlerType.GET, path, Role.ANYONE, handler, false, List.of());
    }

    public RouteTable post(String path, Role role, Handler handler) {
        return change(HandlerType.POST, path, role, handler);
    }

    public RouteTable put(String path, Role role, Handler handler) {
        return change(HandlerType.PUT, path, role, handler);
    }

    public RouteTable patch(String path, Role role, Handler handler) {
        return change(HandlerType.PATCH, path, role, handler);
    }

    public RouteTable delete(String path, Role role, Handler handler) {
        return change(HandlerType.DELETE, path, role, handler);
    }

    /** Adds a route that streams events until its caller leaves; before, {@code check} may throw a {@link Problem}. */
    public RouteTable stream(String path, Role role, Handler check, Consumer<SseClient> consumer) {
        Handler handler = streams.handler(consumer);
        return read(
                path,
                role,
                context -> {
                    check.handle(context);
                    handler.handle(context);
                },
                true,
                List.of());
    }

    private RouteTable read(String path, Role role, Handler handler, boolean isStream, List<String> parameters) {
        return add(HandlerType.GET, path, role, strict(handler, parameters), isStream, parameters);
    }

    /** A handler whose requests have no other query parameters. */
    private static Handler strict(Handler handler, List<String> parameters) {
        return context -> {
            Query.read(context, parameters);
            handler.handle(context);
        };
    }

    public Streams streams() {
        return streams;
    }

    /** Adds a route that changes something: its input is the body, and no query. */
    private RouteTable change(HandlerType method, String path, Role role, Handler handler) {
        return add(method, path, role, strict(handler, List.of()), false, List.of());
    }

    private RouteTable add(
            HandlerType method, String path, Role role, Handler handler, boolean isStream, List<String> parameters) {
        routes.add(new Route(method, path, role, handler, isStream, parameters));
        return this;
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }
}
