// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.MailServiceParameters;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.JavaServerRights;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/**
 * GreenMail, and calendars and contacts on Jetty, in a JVM of its own that ends with the harness. All that it holds is in
 * its heap and gone when it stops.
 */
public final class EmbeddedMail implements SutService {
    /** What it is called wherever its results are shown. */
    public static final String KIND = "embedded";

    /** Of its addresses; RFC 2606 has set the name aside. */
    public static final String DOMAIN = "plateau.test";

    /** With which any account signs in, unless the run file names another. */
    public static final String USUAL_PASSWORD = "plateau";

    /** What a byte of a message takes of the heap, measured: 1.06 for one of 32 KiB, 1.4 for one of 3.6 KB. */
    public static final double HEAP_PER_MESSAGE_BYTE = 1.4;

    /** Of the heap, for messages; the rest is for what they are read and searched with. */
    public static final double SHARE_FOR_MESSAGES = 0.6;

    private static final String MAIN = "org.plateaubench.mail.MailServer";
    private static final String HOST = "127.0.0.1";
    private static final Duration READY_LIMIT = Duration.ofSeconds(40);

    private final String sut;
    private final MailServiceParameters given;
    private final MailServerJars jars;
    private final Path folder;
    private final ReentrantLock change = new ReentrantLock();
    private volatile @Nullable Running running;

    private record Running(ChildProcess child, EmbeddedReady ready) {}

    EmbeddedMail(SutContext<MailServiceParameters> context, MailServerJars jars) {
        this.sut = context.name();
        this.given = context.parameters();
        this.jars = jars;
        this.folder = context.folder().toAbsolutePath();
    }

    /** With the server that is installed beside this plugin. */
    public static EmbeddedMail installed(SutContext<MailServiceParameters> context) {
        return new EmbeddedMail(context, MailServerJars.installed());
    }

    /** How many bytes of messages fit into a heap of this size. */
    public static long capacityBytes(int heapMebibytes) {
        return (long) (heapMebibytes * 1048576L * SHARE_FOR_MESSAGES / HEAP_PER_MESSAGE_BYTE);
    }

    private String name() {
        return "Embedded mail server of SUT " + sut;
    }

    private Path log() {
        return folder.resolve("mail.log");
    }

    @Override
    public SutAddress start(Progress progress) throws SutException, InterruptedException {
        change.lockInterruptibly();
        try {
            if (running != null) {
                throw new SutException(name() + " was started already; stop it first.");
            }
            for (int port : new int[] {given.imapPort(), given.smtpPort(), given.davPort()}) {
                if (port != 0) {
                    Ports.requireFree(port, name());
                }
            }
            progress.report("starting " + name(), 0, 0, "");
            Running started = launched();
            running = started;
            return address(started.ready());
        } finally {
            change.unlock();
        }
    }

    private Running launched() throws SutException, InterruptedException {
        List<String> command =
                JavaServerRights.without(JavaCommand.of(MAIN, jars.classPath(), javaOptions(), List.of()), folder);
        ChildProcess child = ChildProcess.start(new ChildCommand(name(), command, Map.of(), folder, log()));
        boolean ready = false;
        try {
            child.tell(settings().toLine());
            EmbeddedReady said = EmbeddedReady.parse(child.awaitReady(ReadyLine.awaited(), READY_LIMIT));
            ready = true;
            return new Running(child, said);
        } finally {
            if (!ready) {
                child.close();
            }
        }
    }

    private EmbeddedSettings settings() {
        return new EmbeddedSettings(
                HOST,
                given.imapPort(),
                given.smtpPort(),
                given.davPort(),
                given.security() == Security.TLS,
                DOMAIN,
                password());
    }

    private String password() {
        return given.password().isEmpty() ? USUAL_PASSWORD : given.password();
    }

    private List<String> javaOptions() {
        return List.of(
                "-Xms" + given.heapMebibytes() + "m",
                "-Xmx" + given.heapMebibytes() + "m",
                // Named, since the JVM chooses by the size of the host.
                "-XX:+UseG1GC",
                // Half a server after the first failed allocation is no system to measure.
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true");
    }

    private SutAddress address(EmbeddedReady ready) {
        Map<String, String> properties = new TreeMap<>();
        String security = given.security().title();
        // What lists of SUTs show.
        properties.put("address", HOST + ":" + ready.imapPort());
        properties.put(SiteProperties.IMAP_HOST, HOST);
        properties.put(SiteProperties.IMAP_PORT, Integer.toString(ready.imapPort()));
        properties.put(SiteProperties.IMAP_SECURITY, security);
        properties.put(SiteProperties.SMTP_HOST, HOST);
        properties.put(SiteProperties.SMTP_PORT, Integer.toString(ready.smtpPort()));
        properties.put(SiteProperties.SMTP_SECURITY, security);
        properties.put(SiteProperties.DAV_URL, "http://" + HOST + ":" + ready.davPort());
        properties.put(SiteProperties.CALENDAR_PATH, "/{login}/calendar/");
        properties.put(SiteProperties.CONTACTS_PATH, "/{login}/contacts/");
        properties.put(SiteProperties.LOGIN, "user{n4}");
        properties.put(SiteProperties.DOMAIN, DOMAIN);
        properties.put(SiteProperties.PASSWORD, password());
        properties.put(SiteProperties.CAPACITY_BYTES, Long.toString(capacityBytes(given.heapMebibytes())));
        if (given.security() == Security.TLS) {
            // It has signed its certificate itself, and listens on loopback only.
            properties.put(SiteProperties.TRUST, "any");
        }
        return new SutAddress(sut, MailServiceParameters.SERVICE, properties);
    }

    @Override
    public void stop() throws SutException {
        change.lock();
        try {
            Running started = running;
            if (started != null) {
                started.child().close();
                running = null;
            }
        } finally {
            change.unlock();
        }
    }

    /** Nothing is left to remove: it keeps nothing on disk. */
    @Override
    public void clear() throws SutException {
        if (running != null) {
            throw new SutException(name() + " is started; stop it, and what it holds is gone.");
        }
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Running started = running;
        if (started == null) {
            throw new SutException(name() + " is not started, so it cannot be asked for its settings.");
        }
        Map<String, String> configuration = new TreeMap<>();
        configuration.put("kind", KIND);
        configuration.put("server", "GreenMail " + started.ready().greenMail() + " (embedded)");
        configuration.put("version", started.ready().greenMail());
        configuration.put("calendars", "in memory, Jetty " + started.ready().jetty() + " (embedded)");
        configuration.put("java", started.ready().java());
        configuration.put("javaOptions", String.join(" ", javaOptions()));
        configuration.put("security", given.security().title());
        return configuration;
    }

    @Override
    public List<Path> logs() {
        return Stream.of(log()).filter(Files::exists).toList();
    }

    @Override
    public List<String> access() {
        Running started = running;
        if (started == null) {
            return List.of();
        }
        EmbeddedReady ready = started.ready();
        String tls = given.security() == Security.TLS ? " (TLS)" : "";
        String first = MailSite.of(address(ready)).account(1).login();
        return List.of(
                "mail program: IMAP " + HOST + ":" + ready.imapPort() + tls + ", SMTP " + HOST + ":" + ready.smtpPort()
                        + tls,
                "calendar: http://" + HOST + ":" + ready.davPort() + "/" + first + "/calendar/ , contacts: http://"
                        + HOST + ":" + ready.davPort() + "/" + first + "/contacts/",
                "sign in as " + first + " (any account) with "
                        + (given.password().isEmpty()
                                ? "the password " + USUAL_PASSWORD
                                : "the password of the run file"));
    }

    @Override
    public SutStatus status() {
        Running started = running;
        if (started == null) {
            return new SutStatus(SutStatus.State.STOPPED, name() + " is not started", List.of());
        }
        ChildProcess child = started.child();
        if (child.isAlive()) {
            return new SutStatus(
                    SutStatus.State.RUNNING,
                    name() + " (process " + child.pid() + ") listens on " + HOST + ", IMAP "
                            + started.ready().imapPort() + ", SMTP "
                            + started.ready().smtpPort() + ", CalDAV and"
                            + " CardDAV " + started.ready().davPort(),
                    List.of(child.pid()));
        }
        return new SutStatus(SutStatus.State.FAILED, child.ending() + "; " + child.logTail(), List.of());
    }

    @Override
    public void close() throws SutException {
        stop();
    }
}
