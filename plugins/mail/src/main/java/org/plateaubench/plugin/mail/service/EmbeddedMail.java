// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.site.SiteProperties;
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
    /** The kind of the server in results. */
    public static final String KIND = "embedded";

    /** The password of every account, unless the run file names another. */
    public static final String USUAL_PASSWORD = "plateau";

    /** Heap per byte of a message, measured: 1.06 for one of 32 KiB, 1.4 for one of 3.6 KB. */
    public static final double HEAP_PER_MESSAGE_BYTE = 1.4;

    /** Share of the heap for messages; the rest is for reading and searching them. */
    public static final double SHARE_FOR_MESSAGES = 0.6;

    private static final String MAIN = "org.plateaubench.mail.MailServer";
    private static final Duration READY_LIMIT = Duration.ofSeconds(40);

    private final MailServiceParameters given;
    private final InstalledJars jars;

    EmbeddedMail(SutContext<MailServiceParameters> context, InstalledJars jars) {
        super("Embedded mail server", MailServiceParameters.SERVICE, context);
        this.given = context.parameters();
        this.jars = jars;
    }

    /** Returns the service with the server that is installed beside this plugin. */
    public static EmbeddedMail installed(SutContext<MailServiceParameters> context) {
        return new EmbeddedMail(context, InstalledJars.beside(EmbeddedMail.class, "The embedded mail server"));
    }

    /** Returns how many bytes of messages fit into a heap of this size. */
    public static long capacityBytes(int heapMebibytes) {
        return (long) (heapMebibytes * 1048576L * SHARE_FOR_MESSAGES / HEAP_PER_MESSAGE_BYTE);
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        String told = settings(servers).toLine();
        List<String> line = jars.command(MAIN, javaOptions());
        return new Site(EmbeddedReady.parse(servers.startJava(
                        ServerCommand.java(name(), line, folder(), log()).storingNothing(), List.of(told), READY_LIMIT)
                .announced()));
    }

    private EmbeddedSettings settings(Servers servers) throws SutException {
        return new EmbeddedSettings(
                HOST,
                servers.portOrAny(name(), given.imapPort()),
                servers.portOrAny(name(), given.smtpPort()),
                given.security() == Security.TLS,
                SiteProperties.USUAL_DOMAIN,
                password());
    }

    private String password() {
        return given.password().isEmpty() ? USUAL_PASSWORD : given.password();
    }

    private List<String> javaOptions() {
        List<String> options = new ArrayList<>(JavaCommand.heap(given.heapMebibytes()));
        options.add("-Djava.awt.headless=true");
        return options;
    }

    /** The running server. */
    private final class Site implements RunningSut {
        private final EmbeddedReady ready;

        Site(EmbeddedReady ready) {
            this.ready = ready;
        }

        @Override
        public String place() {
            return HOST + ", IMAP " + ready.imapPort() + ", SMTP " + ready.smtpPort();
        }

        @Override
        public Map<String, String> properties() {
            Map<String, String> properties = new TreeMap<>();
            String security = given.security().title();
            // Text in lists of SUTs.
            properties.put("address", HOST + ":" + ready.imapPort());
            properties.put(SiteProperties.IMAP_HOST, HOST);
            properties.put(SiteProperties.IMAP_PORT, Integer.toString(ready.imapPort()));
            properties.put(SiteProperties.IMAP_SECURITY, security);
            properties.put(SiteProperties.SMTP_HOST, HOST);
            properties.put(SiteProperties.SMTP_PORT, Integer.toString(ready.smtpPort()));
            properties.put(SiteProperties.SMTP_SECURITY, security);
            properties.put(SiteProperties.LOGIN, SiteProperties.USUAL_LOGIN);
            properties.put(SiteProperties.DOMAIN, SiteProperties.USUAL_DOMAIN);
            properties.put(SiteProperties.PASSWORD, password());
            properties.put(SiteProperties.CAPACITY_BYTES, Long.toString(capacityBytes(given.heapMebibytes())));
            if (given.security() == Security.TLS) {
                // Its certificate is self-signed, and it listens on loopback only.
                properties.put(SiteProperties.TRUST, "any");
            }
            return properties;
        }

        @Override
        public Map<String, String> configuration() {
            Map<String, String> configuration = new TreeMap<>();
            configuration.put("kind", KIND);
            configuration.put("server", "GreenMail " + ready.greenMail() + " (embedded)");
            configuration.put("version", ready.greenMail());
            configuration.put("java", ready.java());
            configuration.put("javaOptions", String.join(" ", javaOptions()));
            configuration.put("security", given.security().title());
            return configuration;
        }

        @Override
        public List<String> access() {
            String tls = given.security() == Security.TLS ? " (TLS)" : "";
            SutAddress address = new SutAddress(sut(), MailServiceParameters.SERVICE, properties());
            String first = MailSite.of(address).account(1).login();
            return List.of(
                    "mail program: IMAP " + HOST + ":" + ready.imapPort() + tls + ", SMTP " + HOST + ":"
                            + ready.smtpPort() + tls,
                    "sign in as " + first + " (any account) with "
                            + (given.password().isEmpty()
                                    ? "the password " + USUAL_PASSWORD
                                    : "the password of the run file"));
        }
    }
}
