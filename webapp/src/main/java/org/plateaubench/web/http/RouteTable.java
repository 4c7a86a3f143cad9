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
    /** Where the API stands. */
    public static final String API = "/api/v1";

    /** Each live view is one; far more than a lab has, far fewer than a server has sockets. */
    private static final int MAXIMUM_STREAMS = 500;

    /** Enough for every page of a person, not enough to keep the others out. */
    private static final int STREAMS_PER_ACCOUNT = 200;

    private final List<Route> routes = new ArrayList<>();
    private final Streams streams;

    /** With no route yet. */
    public RouteTable() {
        this(new Places("live views", MAXIMUM_STREAMS, STREAMS_PER_ACCOUNT));
    }

    RouteTable(Places places) {
        streams = new Streams(places);
    }

    /**
     * One route.
     *
     * @param method method of HTTP
     * @param path path as Javalin has it, {@code {name}} for a part and {@code <name>} for the rest
     * @param role who may call it
     * @param handler what it does
     * @param isStream whether it answers with events for as long as the caller listens
     */
    public record Route(HandlerType method, String path, Role role, Handler handler, boolean isStream) {}

    /** A route that reads. */
    public RouteTable get(String path, Role role, Handler handler) {
        return add(HandlerType.GET, path, role, handler);
    }

    /** A route that makes something. */
    public RouteTable post(String path, Role role, Handler handler) {
        return add(HandlerType.POST, path, role, handler);
    }

    /** A route that replaces something. */
    public RouteTable put(String path, Role role, Handler handler) {
        return add(HandlerType.PUT, path, role, handler);
    }

    /** A route that changes a part of something. */
    public RouteTable patch(String path, Role role, Handler handler) {
        return add(HandlerType.PATCH, path, role, handler);
    }

    /** A route that removes something. */
    public RouteTable delete(String path, Role role, Handler handler) {
        return add(HandlerType.DELETE, path, role, handler);
    }

    /**
     * A route that sends events for as long as its caller listens. What is wrong with a request is said before the stream
     * begins.
     *
     * @param check throws a {@link Problem}, or does nothing
     */
    public RouteTable stream(String path, Role role, Handler check, Consumer<SseClient> consumer) {
        Handler handler = streams.handler(consumer);
        routes.add(new Route(
                HandlerType.GET,
                path,
                role,
                context -> {
                    check.handle(context);
                    handler.handle(context);
                },
                true));
        return this;
    }

    /** The streams of events that are open. */
    public Streams streams() {
        return streams;
    }

    private RouteTable add(HandlerType method, String path, Role role, Handler handler) {
        routes.add(new Route(method, path, role, handler, false));
        return this;
    }

    /** The routes, in the order in which they were added. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }
}
