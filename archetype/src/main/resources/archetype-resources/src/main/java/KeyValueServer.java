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
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * The system under test, which runs in a separate process and stores keys and their texts in memory. Each request and
 * each answer is one line. Replace it with the server that you want to measure.
 */
public final class KeyValueServer {
    private final String id = UUID.randomUUID().toString();
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final AtomicInteger clients = new AtomicInteger();

    private KeyValueServer() {}

    /** Starts the server. The argument is the port on loopback, 0 for a free one. */
    public static void main(String[] arguments) throws IOException {
        // The server ends when the harness ends, for whatever reason.
        Lifeline.watch(Duration.ofSeconds(5));
        KeyValueServer server = new KeyValueServer();
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[0]), 200, InetAddress.getLoopbackAddress())) {
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
                answers.write((answer(request.split(" ", 3)) + "\n").getBytes(StandardCharsets.US_ASCII));
                answers.flush();
            }
        } catch (IOException e) {
            // The client has disconnected.
        } finally {
            clients.decrementAndGet();
        }
    }

    private String answer(String[] words) {
        return switch (words[0]) {
            case "GET" -> texts.containsKey(words[1]) ? "VALUE " + texts.get(words[1]) : "NONE";
            case "PUT" -> {
                texts.put(words[1], words[2]);
                yield "OK";
            }
            case "ADD" -> "VALUE " + texts.merge(words[1], words[2], (stored, added) ->
                    Long.toString(Long.parseLong(stored) + Long.parseLong(added)));
            case "COUNT" -> {
                LongSummaryStatistics found = texts.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(words[1]))
                        .collect(Collectors.summarizingLong(entry -> Long.parseLong(entry.getValue())));
                yield "COUNT " + found.getCount() + " " + found.getSum();
            }
            case "DELETE" -> {
                texts.keySet().removeIf(key -> key.startsWith(words[1]));
                yield "OK";
            }
            case "INFO" -> "INFO " + id + " " + clients.get();
            default -> "ERROR unknown request";
        };
    }
}
