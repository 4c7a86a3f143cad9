// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.plateaubench.launch.BoundProcess;
import org.plateaubench.launch.LaunchFailure;

/**
 * The readiness of a program.
 *
 * @param address its HTTP address; empty if it is ready as soon as it runs
 * @param process the program
 */
record Readiness(String address, BoundProcess process) {
    private static final long GAP_MILLIS = 100;
    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final int SERVER_ERROR = 500;

    /** Waits until the program answers; returns false if it ends or the time is over. */
    boolean await(Duration deadline) throws LaunchFailure, InterruptedException {
        if (address.isEmpty()) {
            return process.isAlive();
        }
        HttpRequest request = request();
        HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER).build();
        for (long look = 0; look < deadline.toMillis() / GAP_MILLIS && process.isAlive(); look++) {
            if (answers(client, request)) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        return false;
    }

    private HttpRequest request() throws LaunchFailure {
        try {
            return HttpRequest.newBuilder(URI.create(address)).timeout(ANSWER).build();
        } catch (IllegalArgumentException e) {
            throw new LaunchFailure("The parameter 'readyUrl' is not an HTTP address: " + e.getMessage(), e);
        }
    }

    private static boolean answers(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() < SERVER_ERROR;
        } catch (IOException e) {
            return false;
        }
    }
}
