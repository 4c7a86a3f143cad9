// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.servers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.VcenterParameters;
import org.plateaubench.plugin.vsphere.VcenterSession;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/**
 * A real vcsim, the vCenter simulator of the govmomi project, as a separate process with TLS. It moves references
 * instead of files and has no resource scheduler, so these tests cover neither.
 */
public final class Vcsim implements AutoCloseable {
    /** The path at which {@code ./verify} installs it. */
    private static final String PROGRAM = ".plateau/vcsim/v0.37.2/vcsim";

    private static final Pattern ADDRESS = Pattern.compile("@([0-9.]+):([0-9]+)/");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Process process;
    private final String host;
    private final int port;

    private Vcsim(Process process, String host, int port) {
        this.process = process;
        this.host = host;
        this.port = port;
    }

    /** Starts a simulator with four hosts and two datastores, on a given port or, with 0, a free one; skips the test if it is not installed. */
    public static Vcsim start(int port, String... options) throws IOException {
        Optional<Path> program = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve(PROGRAM))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), "vcsim is not installed; ./verify installs it");
        List<String> command = new ArrayList<>(List.of(
                program.orElseThrow().toString(),
                "-l",
                "127.0.0.1:" + port,
                "-host",
                "4",
                "-ds",
                "2",
                "-vm",
                "4",
                "-username",
                "bench",
                "-password",
                "secret"));
        command.addAll(List.of(options));
        Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                return new Vcsim(started, found.group(1), Integer.parseInt(found.group(2)));
            }
        }
        throw new IOException("vcsim did not start");
    }

    /** The port of the simulator on loopback; another simulator on the same port has the same certificate. */
    public int port() {
        return port;
    }

    public String url() {
        return "https://" + host + ":" + port;
    }

    private VcenterParameters parameters(String password, String fingerprint) {
        return new VcenterParameters(
                url(), "bench", password, fingerprint, ClientCertificate.NONE, List.of("DC0_*VM0"));
    }

    /** The service with which a run reaches it. */
    public SutService service(String password, String fingerprint) {
        return VcenterParameters.serviceType()
                .create(new SutContext<>(
                        "lab", SutContext.Mode.EXTERNAL, parameters(password, fingerprint), Path.of("target")));
    }

    /** The address as agents get it. */
    public SutAddress address() throws Exception {
        try (SutService service = service("secret", fingerprint())) {
            return service.start(Progress.SILENT);
        }
    }

    public VcenterSession session() throws Exception {
        VcenterSession session = new VcenterSession(address(), LIMIT);
        session.signIn();
        return session;
    }

    /** The SHA-256 fingerprint of the certificate, read as a person would with {@code openssl s_client}. */
    public String fingerprint() throws IOException, GeneralSecurityException {
        X509Certificate[] offered = new X509Certificate[1];
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new CertificateRecorder(offered)}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port)) {
            socket.startHandshake();
        }
        return HexFormat.of()
                .withUpperCase()
                .withDelimiter(":")
                .formatHex(MessageDigest.getInstance("SHA-256").digest(offered[0].getEncoded()));
    }

    private static final class CertificateRecorder implements X509TrustManager {
        private final X509Certificate[] offered;

        CertificateRecorder(X509Certificate[] offered) {
            this.offered = offered;
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            offered[0] = chain[0];
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Sends a signal to the process; after {@code STOP}, waits until it has stopped. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        while (name.equals("STOP") && !Files.readString(stat).contains(") T ") && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
