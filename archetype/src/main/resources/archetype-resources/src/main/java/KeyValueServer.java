package ${package};

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * The system under test, which runs in a separate process and stores keys and their texts in memory. Each request and
 * each answer is one line. Replace it with the server that you want to measure.
 */
public final class KeyValueServer {
    private static final int BACKLOG = 200;

    private final String id = UUID.randomUUID().toString();
    private final ConcurrentHashMap<String, String> texts = new ConcurrentHashMap<>();
    private final AtomicInteger clients = new AtomicInteger();

    private KeyValueServer() {}

    /** Starts the server. The argument is the port on loopback, 0 for a free one. */
    public static void main(String[] arguments) throws IOException {
        // The server ends with the harness, for whatever reason that ends.
        Lifeline.watch(Duration.ofSeconds(5));
        KeyValueServer server = new KeyValueServer();
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[0]), BACKLOG, InetAddress.getLoopbackAddress())) {
            ReadyLine.announce(Integer.toString(listening.getLocalPort()));
            while (true) {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> server.serve(client));
            }
        }
    }

    private void serve(Socket client) {
        clients.incrementAndGet();
        try (client;
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                OutputStream answers = new BufferedOutputStream(client.getOutputStream())) {
            client.setTcpNoDelay(true);
            for (String request = requests.readLine(); request != null; request = requests.readLine()) {
                answers.write((answer(request) + "\n").getBytes(StandardCharsets.US_ASCII));
                answers.flush();
            }
        } catch (IOException e) {
            // The client has disconnected.
        } finally {
            clients.decrementAndGet();
        }
    }

    private String answer(String request) {
        String[] words = request.split(" ", 3);
        String key = words.length > 1 ? words[1] : "";
        try {
            return switch (words[0] + " " + (words.length - 1)) {
                case "GET 1" -> {
                    String text = texts.get(key);
                    yield text == null ? "NONE" : "VALUE " + text;
                }
                case "PUT 2" -> {
                    texts.put(key, words[2]);
                    yield "OK";
                }
                case "ADD 2" -> "VALUE " + texts.merge(key, words[2], KeyValueServer::sum);
                case "COUNT 1" -> count(key);
                case "DELETE 1" -> {
                    texts.keySet().removeIf(known -> known.startsWith(key));
                    yield "OK";
                }
                case "INFO 0" -> "INFO " + id + " " + clients.get();
                default -> "ERROR unknown request";
            };
        } catch (NumberFormatException e) {
            return "ERROR not a number";
        }
    }

    private static String sum(String one, String other) {
        return Long.toString(Long.parseLong(one) + Long.parseLong(other));
    }

    private String count(String prefix) {
        long count = 0;
        long sum = 0;
        for (var entry : texts.entrySet()) {
            if (entry.getKey().startsWith(prefix)) {
                count++;
                sum += Long.parseLong(entry.getValue());
            }
        }
        return "COUNT " + count + " " + sum;
    }
}
