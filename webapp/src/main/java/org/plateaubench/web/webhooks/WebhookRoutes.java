// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Secrets;
import org.plateaubench.web.http.runs.RunsChanged;

/** The routes of the webhooks, for administrators, and the listener that notifies the webhooks of runs. Any thread. */
public final class WebhookRoutes implements Routes, RunsChanged, AutoCloseable {
    /** File of the webhooks in the console's folder. */
    public static final String FILE = WebhookFile.NAME;

    private static final int MOST_HOOKS = 20;
    private static final int LONGEST_ADDRESS = 2000;
    private static final int HIGHEST_PORT = 65_535;

    private static final String RUNNING = "running";
    private static final Set<String> NOT_CARRIED_OUT = Set.of("not-started", "crashed");

    private final WebhookFile file;
    private final PublicAddresses addresses;
    private final WebhookSender sender;
    private final InstantSource clock;
    private final Set<String> running = new HashSet<>();
    private int waiting;

    /**
     * Creates the routes for the webhooks of a console.
     *
     * @param data folder of the console's own data
     * @param allowed list that contains the internal hosts that may be called
     * @throws IOException with a message for the user when the stored webhooks cannot be read
     */
    public WebhookRoutes(Path data, AllowListFile allowed, InstantSource clock) throws IOException {
        this(data, allowed, clock, WebhookSender.PAUSES);
    }

    WebhookRoutes(Path data, AllowListFile allowed, InstantSource clock, List<Duration> pauses) throws IOException {
        this.clock = clock;
        file = new WebhookFile(data);
        addresses = new PublicAddresses(allowed);
        sender = new WebhookSender(addresses, clock, pauses);
    }

    private record Listing(List<Shown> webhooks) {}

    /** A webhook without its key. */
    private record Shown(
            String id,
            String address,
            List<Webhook.Event> events,
            String createdBy,
            Instant createdAt,
            WebhookQueue.@Nullable Outcome lastAttempt) {}

    private record CreatedWebhook(@JsonUnwrapped Shown made, String secret) {}

    private record RequestedWebhook(String address, List<Webhook.Event> events) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/webhooks";
        table.get(
                        path,
                        Role.ADMIN,
                        context -> context.json(
                                new Listing(file.all().stream().map(this::shown).toList())))
                .post(path, Role.ADMIN, this::make)
                .delete(path + "/{id}", Role.ADMIN, this::delete)
                .post(path + "/{id}/test", Role.ADMIN, this::test);
    }

    private Shown shown(Webhook hook) {
        return new Shown(
                hook.id(),
                hook.address(),
                hook.events(),
                hook.createdBy(),
                hook.createdAt(),
                sender.last(hook.id()).orElse(null));
    }

    private void make(Context context) throws IOException {
        RequestedWebhook wanted = Body.read(context, RequestedWebhook.class);
        Journal.target(context, host(wanted.address()));
        checkEvents(wanted.events());
        URI address = checked(wanted.address());
        Webhook hook = new Webhook(
                Secrets.random().substring(0, 12).toLowerCase(Locale.ROOT),
                address.toString(),
                wanted.events().stream().distinct().toList(),
                Secrets.random(),
                Caller.of(context).name(),
                clock.instant());
        synchronized (this) {
            if (file.all().size() >= MOST_HOOKS) {
                throw Problem.conflict("There are " + MOST_HOOKS + " webhooks already; remove one first.");
            }
            file.add(hook);
        }
        context.status(201).json(new CreatedWebhook(shown(hook), hook.secret()));
    }

    private static void checkEvents(List<Webhook.Event> events) {
        if (events.isEmpty() || events.stream().anyMatch(event -> event == null || event == Webhook.Event.TEST)) {
            throw wrong("events", "must be one or more of ended, failed, invalid and waiting");
        }
    }

    private URI checked(String text) {
        URI address;
        try {
            address = new URI(text);
        } catch (URISyntaxException e) {
            throw wrong("address", "must be an address such as https://ci.example.com/hooks");
        }
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        String host = address.getHost();
        if ((!scheme.equals("https") && !scheme.equals("http")) || host == null || text.length() > LONGEST_ADDRESS) {
            throw wrong("address", "must begin with https:// or http:// and a host");
        }
        if (address.getUserInfo() != null || address.getFragment() != null) {
            throw wrong("address", "must have no user and no fragment; the signature shows who sends");
        }
        int port = port(address);
        if (port < 1 || port > HIGHEST_PORT) {
            throw wrong("address", "must have a port from 1 to " + HIGHEST_PORT + ", found " + port);
        }
        try {
            addresses.addresses(host, port);
        } catch (PublicAddresses.Refused e) {
            throw wrong("address", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            // A host that is unknown now may be known when a message is sent.
            return address;
        }
        return address;
    }

    private static int port(URI address) {
        return address.getPort() != -1 ? address.getPort() : address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    /** Returns scheme and host for the audit log, because the path may contain a secret of the receiver. */
    private static String host(String address) {
        try {
            URI uri = new URI(address);
            return uri.getHost() == null ? "an address without a host" : uri.getScheme() + "://" + uri.getHost();
        } catch (URISyntaxException e) {
            return "an invalid address";
        }
    }

    private static Problem wrong(String path, String message) {
        return Problem.wrongInput("The webhook is not valid.", Problem.Detail.of(path, message));
    }

    private Webhook found(Context context) {
        String id = context.pathParam("id");
        Webhook hook = file.all().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("There is no webhook " + id + "."));
        Journal.target(context, host(hook.address()));
        return hook;
    }

    /** Removes a webhook while it holds the lock of the deliveries, so that nothing is sent to a removed webhook. */
    private synchronized void delete(Context context) throws IOException {
        Webhook hook = found(context);
        file.remove(hook.id());
        sender.forget(hook.id());
        context.status(204);
    }

    private synchronized void test(Context context) {
        Webhook hook = found(context);
        sender.send(delivery(hook, Webhook.Event.TEST, null, null));
        context.status(202).json(shown(hook));
    }

    private Delivery delivery(Webhook hook, Webhook.Event event, Delivery.@Nullable Run run, @Nullable Integer count) {
        return Delivery.of(Secrets.random().substring(0, 16), hook, event, clock.instant(), run, count);
    }

    private void send(Webhook.Event event, Delivery.@Nullable Run run, @Nullable Integer count) {
        file.all().stream()
                .filter(hook -> hook.receives(event))
                .forEach(hook -> sender.send(delivery(hook, event, run, count)));
    }

    /** Reports each run once that this console saw in progress; runs that had ended before are not reported. */
    @Override
    public synchronized void changed(String id, String status, @Nullable String verdict) {
        if (status.equals(RUNNING)) {
            running.add(id);
        } else if (running.remove(id) && !status.equals(DELETED)) {
            send(event(status, verdict), new Delivery.Run(id, status, verdict), null);
        }
    }

    private static Webhook.Event event(String status, @Nullable String verdict) {
        if (NOT_CARRIED_OUT.contains(status) || "fail".equals(verdict)) {
            return Webhook.Event.FAILED;
        }
        return "invalid".equals(verdict) ? Webhook.Event.INVALID : Webhook.Event.ENDED;
    }

    /** Handles a change of the queue and reports if another run waits. */
    public synchronized void waiting(int count) {
        if (count > waiting) {
            send(Webhook.Event.WAITING, null, count);
        }
        waiting = count;
    }

    @Override
    public void close() {
        sender.close();
    }
}
