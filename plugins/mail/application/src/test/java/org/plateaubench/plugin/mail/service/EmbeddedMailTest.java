// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.InstalledJars;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.testkit.Deadline;

/** The service that starts the embedded server in a separate process. */
final class EmbeddedMailTest {

    @TempDir
    private Path folder;

    private static MailServiceParameters parameters(Security security) {
        return new MailServiceParameters(
                0,
                0,
                security,
                "",
                128,
                "",
                "",
                "",
                "/{login}/calendar/",
                "/{login}/contacts/",
                "user{n4}",
                "",
                0,
                "",
                ClientCertificate.NONE);
    }

    /** A service with the layout of an installation, except that its single jar refers to the classes of the build. */
    private EmbeddedMail service(Security security) throws IOException {
        Path jars = Files.createDirectories(folder.resolve("application"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(jars.resolve("mail.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
        return new EmbeddedMail(
                new SutContext<>("post", SutContext.Mode.EMBEDDED, parameters(security), folder),
                new InstalledJars("The embedded mail server", jars));
    }

    @Test
    @Timeout(60)
    void serviceStartsAndStops() throws Exception {
        try (EmbeddedMail service = service(Security.NONE)) {
            assertThat(service.status().state()).isEqualTo(SutStatus.State.STOPPED);
            assertThatThrownBy(service::configuration).isInstanceOf(SutException.class);
            SutAddress address = service.start(Progress.SILENT);
            MailSite site = new MailSite(address);
            assertThat(site.account(17).login()).isEqualTo("user0017");
            assertThat(site.account(17).address()).isEqualTo("user0017@plateau.test");
            assertThat(site.capacityBytes()).isEqualTo(EmbeddedMail.capacityBytes(128));
            assertThat(site.davUrl()).isEmpty();
            for (int port : new int[] {site.imap().port(), site.smtp().port()}) {
                try (Socket socket = new Socket(site.imap().host(), port)) {
                    assertThat(socket.isConnected()).isTrue();
                }
            }
            assertThat(service.status().state()).isEqualTo(SutStatus.State.RUNNING);
            assertThat(service.status().processIds()).hasSize(1);
            assertThat(service.configuration())
                    .containsEntry("kind", "embedded")
                    .hasEntrySatisfying("server", server -> assertThat(server).contains("GreenMail", "(embedded)"));
            assertThat(String.join("\n", service.access())).contains("user0001", "password plateau");
            assertThat(service.logs())
                    .singleElement()
                    .satisfies(log -> assertThat(log).isNotEmptyFile());
            assertThatThrownBy(service::clear).isInstanceOf(SutException.class);
            assertThatThrownBy(() -> service.start(Progress.SILENT)).isInstanceOf(SutException.class);
            ProcessHandle.of(service.status().processIds().getFirst())
                    .orElseThrow()
                    .destroyForcibly();
            Deadline.until("the service has failed", () -> service.status().state() == SutStatus.State.FAILED);
            service.stop();
            service.clear();
            assertThat(service.status().state()).isEqualTo(SutStatus.State.STOPPED);
        }
    }
}
