// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.InstalledJars;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/**
 * GreenMail in a separate JVM that ends with the harness. It has no calendars and contacts. Its data is in its heap and
 * lost when it stops.
 */
public final class EmbeddedMail extends EmbeddedService {
    public static final String KIND = "embedded";

    /** The password of every account, unless the run file sets another one. */
    public static final String DEFAULT_PASSWORD = "plateau";

    /** Heap bytes per message byte, measured: 1.06 for a message of 32 KiB, 1.4 for one of 3.6 KB. */
    public static final double HEAP_PER_MESSAGE_BYTE = 1.4;

    /** Share of the heap for messages; the rest is for reading and searching them. */
    public static final double MESSAGE_HEAP_SHARE = 0.6;

    private static final String MAIN = "org.plateaubench.mail.GreenMailServer";
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(40);

    private final MailServiceParameters parameters;
    private final InstalledJars jars;

    EmbeddedMail(SutContext<MailServiceParameters> context, InstalledJars jars) {
        super("Embedded mail server", MailServiceParameters.SERVICE, context);
        this.parameters = context.parameters();
        this.jars = jars;
    }

    /** Returns a service that runs the server installed with this plugin. */
    public static EmbeddedMail create(SutContext<MailServiceParameters> context) {
        return new EmbeddedMail(context, InstalledJars.ofPlugin(EmbeddedMail.class, "The embedded mail server"));
    }

    /** Returns how many bytes of messages fit into a heap of this size. */
    public static long capacityBytes(int heapMebibytes) {
        return (long) (heapMebibytes * 1048576L * MESSAGE_HEAP_SHARE / HEAP_PER_MESSAGE_BYTE);
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        EmbeddedSettings settings = new EmbeddedSettings(
                servers.portOrAny(name(), parameters.imapPort()),
                servers.portOrAny(name(), parameters.smtpPort()),
                parameters.security() == Security.TLS,
                parameters.password().isEmpty() ? DEFAULT_PASSWORD : parameters.password());
        ServerCommand command = ServerCommand.java(name(), jars.command(MAIN, javaOptions()), folder(), log());
        String[] ready = servers.startJava(command, List.of(settings.toLine()), READY_TIMEOUT)
                .announcement()
                .split(" ", 3);
        Endpoint imap = new Endpoint(HOST, Integer.parseInt(ready[0]), parameters.security());
        Endpoint smtp = new Endpoint(HOST, Integer.parseInt(ready[1]), parameters.security());
        Map<String, String> properties =
                MailSite.properties(imap, smtp, MailSite.DEFAULT_LOGIN, MailSite.DEFAULT_DOMAIN, settings.password());
        // Shown in lists of SUTs.
        properties.put("address", imap.toString());
        properties.put(MailSite.CAPACITY_BYTES, Long.toString(capacityBytes(parameters.heapMebibytes())));
        if (settings.tls()) {
            // Its certificate is self-signed, and it listens on loopback only.
            properties.put(MailSite.TRUST, "any");
        }
        return new Running(
                properties,
                configuration(ready[2]),
                access(imap, smtp, properties),
                HOST + ", IMAP " + imap.port() + ", SMTP " + smtp.port());
    }

    private List<String> javaOptions() {
        List<String> options = new ArrayList<>(JavaCommand.heap(parameters.heapMebibytes()));
        options.add("-Djava.awt.headless=true");
        return options;
    }

    private Map<String, String> configuration(String version) {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put("kind", KIND);
        configuration.put("server", "GreenMail " + version + " (embedded)");
        configuration.put("version", version);
        configuration.put("java", Runtime.version().toString());
        configuration.put("javaOptions", String.join(" ", javaOptions()));
        configuration.put("security", parameters.security().title());
        return configuration;
    }

    private List<String> access(Endpoint imap, Endpoint smtp, Map<String, String> properties) {
        String tls = parameters.security() == Security.TLS ? " (TLS)" : "";
        SutAddress address = new SutAddress(sut(), MailServiceParameters.SERVICE, properties);
        String first = new MailSite(address).account(1).login();
        return List.of(
                "mail program: IMAP " + imap + tls + ", SMTP " + smtp + tls,
                "sign in as " + first + " (any account) with "
                        + (parameters.password().isEmpty()
                                ? "the password " + DEFAULT_PASSWORD
                                : "the password of the run file"));
    }

    public record Running(
            Map<String, String> properties, Map<String, String> configuration, List<String> access, String endpoint)
            implements RunningSut {}

    /**
     * The settings of the embedded server. Its parent process passes them on standard input, which keeps the password
     * out of the command line. Port 0 means any free port.
     */
    public record EmbeddedSettings(int imapPort, int smtpPort, boolean tls, String password) {
        public String toLine() {
            return imapPort + " " + smtpPort + " " + tls + " " + password;
        }

        public static EmbeddedSettings parse(String line) {
            String[] parts = line.split(" ", 4);
            return new EmbeddedSettings(
                    Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Boolean.parseBoolean(parts[2]), parts[3]);
        }
    }
}
