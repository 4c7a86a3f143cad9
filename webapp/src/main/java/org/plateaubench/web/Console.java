// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.plateaubench.app.Installation;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.ConsoleProvider.RunningConsole;
import org.plateaubench.web.access.Access;
import org.plateaubench.web.editor.EditorRoutes;
import org.plateaubench.web.http.OpenApi;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFileFolder;
import org.plateaubench.web.http.RunFolders;
import org.plateaubench.web.http.StaticFiles;
import org.plateaubench.web.http.WebServer;
import org.plateaubench.web.live.Live;
import org.plateaubench.web.queue.QueueItem;
import org.plateaubench.web.queue.QueueRoutes;
import org.plateaubench.web.queue.RunQueue;
import org.plateaubench.web.rig.RigRoutes;
import org.plateaubench.web.runs.Runs;

/** A console that serves: its components and the HTTP server in front of them. */
public final class Console implements RunningConsole {
    private final List<AutoCloseable> parts;
    private final RouteTable table;
    private final URI address;
    private final Optional<String> firstToken;

    private Console(List<AutoCloseable> parts, RouteTable table, URI address, Optional<String> firstToken) {
        this.parts = parts;
        this.table = table;
        this.address = address;
        this.firstToken = firstToken;
    }

    /** Starts a console with an installation, which the console closes when it ends or if it cannot start. */
    public static Console start(Installation installation, ConsoleOptions options) throws IOException {
        StaticFiles pages = StaticFiles.read();
        return start(installation, options, Installation::now, Access.PASSWORD_COST, pages);
    }

    /** Starts a console that serves these pages; several may share them. */
    static Console start(
            Installation installation, ConsoleOptions options, InstantSource clock, int passwordCost, StaticFiles pages)
            throws IOException {
        List<AutoCloseable> parts = new ArrayList<>(List.of(installation));
        try {
            WebServer.Address address = addressOf(options);
            parts.add(lock(options.data()));
            Access access = new Access(options.data(), clock, passwordCost, options.proxy());
            CompletableFuture<URI> served = new CompletableFuture<>();
            List<Routes> routes = new ArrayList<>(components(installation, options, clock, served, parts));
            routes.add(access);
            routes.add(added -> added.open("/healthz", context -> answerHealth(context, options.data())));
            routes.add(new OpenApi());
            routes.add(pages);
            RouteTable table = new RouteTable();
            routes.forEach(route -> route.addTo(table));
            WebServer server = WebServer.start(
                    address, table, access.gate(), access.journal(), pages::addTo, WebServer.Limits.DEFAULT);
            parts.add(server);
            served.complete(server.address());
            Optional<String> token = access.firstToken(options.exposure().newToken());
            return new Console(parts, table, server.address(), token);
        } catch (IOException | RuntimeException e) {
            try {
                closeAll(parts);
            } catch (RuntimeException unclosed) {
                e.addSuppressed(unclosed);
            }
            throw e;
        }
    }

    /** Opens every component; each is in {@code parts} as soon as it is open, so that a later failure closes it too. */
    private static List<Routes> components(
            Installation installation,
            ConsoleOptions options,
            InstantSource clock,
            CompletableFuture<URI> address,
            List<AutoCloseable> parts)
            throws IOException {
        RunFolders folders = new RunFolders(options.runs());
        Runs runs = new Runs(folders, options.studies(), options.data(), clock);
        Live live = new Live(folders, clock);
        options.receiver().ifPresent(receiver -> {
            Notifier notifier = new Notifier(receiver, folders, address, clock);
            parts.add(notifier);
            runs.listen(notifier);
        });
        runs.listen(live).start();
        parts.add(runs);
        parts.add(live);
        QueueRoutes queue = new QueueRoutes(installation, options, folders, clock, new QueueListener(runs, live));
        parts.add(queue);
        Path suts = options.data().resolveSibling("suts");
        RigRoutes rig = new RigRoutes(
                installation,
                suts,
                options.runs(),
                new RunOrigin(options.files(), null, options.allowFile()),
                options.rigCredentials(),
                clock,
                wanted -> wanted.keeperCommand(suts));
        parts.add(rig);
        return List.of(
                runs,
                live,
                queue,
                new EditorRoutes(installation, new RunFileFolder(options.files(), options.allowFile())),
                rig);
    }

    /** Reports changes of the queue to the other components. Thread-safe. */
    private record QueueListener(Runs runs, Live live) implements RunQueue.Listener {
        @Override
        public void changed(int waiting) {
            live.queueChanged(waiting);
        }

        @Override
        public void runStarted(QueueItem item, String runId) {
            runs.runStarted(
                    runId,
                    item.requestedBy(),
                    item.wanted().tags(),
                    item.wanted().note());
        }
    }

    /** Returns the address that the options of a console name, checked for safety. */
    private static WebServer.Address addressOf(ConsoleOptions options) throws UsageError {
        ConsoleOptions.Exposure exposure = options.exposure();
        Optional<WebServer.Address.Certificate> certificate = Optional.empty();
        if (exposure.keystore().isPresent()) {
            Path keystore = exposure.keystore().get();
            if (!Files.isReadable(keystore)) {
                throw new UsageError(keystore + ": the keystore does not exist or cannot be read");
            }
            certificate = Optional.of(new WebServer.Address.Certificate(keystore, exposure.keystorePassword()));
        }
        if (certificate.isEmpty() && !exposure.insecure() && !isLoopback(options.host())) {
            throw new UsageError("the console serves other machines (--host " + options.host()
                    + ") only over TLS: give --tls-keystore FILE, or put a proxy that speaks TLS in front of a console"
                    + " on 127.0.0.1; --insecure serves passwords unencrypted to anyone on the network");
        }
        return new WebServer.Address(options.host(), options.port(), exposure.allowedHosts(), certificate);
    }

    private static boolean isLoopback(String host) throws UsageError {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UsageError("'" + host + "' is not an address of this machine");
        }
    }

    @Override
    public URI address() {
        return address;
    }

    @Override
    public Optional<String> firstToken() {
        return firstToken;
    }

    /** Returns every route, so that tests can check each. */
    RouteTable table() {
        return table;
    }

    @Override
    public void close() {
        closeAll(parts);
    }

    /** Closes the parts in reverse order of opening; a part that cannot be closed does not prevent closing the rest. */
    private static void closeAll(List<AutoCloseable> parts) {
        RuntimeException failure = null;
        for (AutoCloseable part : parts.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = e instanceof IOException io
                            ? new UncheckedIOException(io)
                            : new IllegalStateException("a part of the console could not be closed: " + part, e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** The answer to load balancers and supervisors, which do not sign in and therefore receive no other information. */
    private record Health(String status) {}

    private static void answerHealth(Context context, Path data) {
        boolean works = Files.isWritable(data);
        context.header("Cache-Control", "no-store")
                .status(works ? 200 : 503)
                .json(new Health(works ? "ok" : "no data folder"));
    }

    /** Locks the folder of the console's own data, which is created when it is missing. */
    private static ProcessLock lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // The folder holds digests of passwords, and run files with their content.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
        try {
            return ProcessLock.take(folder.resolve("console.lock"), ProcessLock.Use.ALONE)
                    .orElseThrow(() -> new IOException("another console uses " + folder.toAbsolutePath()
                            + "; stop it, or give this one a folder of its own with --data"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the start of the console was interrupted", e);
        }
    }
}
