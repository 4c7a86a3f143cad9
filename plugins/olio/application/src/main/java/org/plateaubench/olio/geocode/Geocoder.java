// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.plugin.olio.data.AddressForm;

/** Asks the site's own geocoder over HTTP for the coordinates of an address, as Olio does. Any thread. */
public final class Geocoder implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final Pattern LATITUDE = Pattern.compile("<Latitude>(-?[0-9.]+)<");
    private static final Pattern LONGITUDE = Pattern.compile("<Longitude>(-?[0-9.]+)<");

    private final Supplier<URI> service;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /** Creates a client for the address of the service, without a query. */
    public Geocoder(Supplier<URI> service) {
        this.service = service;
    }

    /**
     * A place on earth.
     *
     * @param latitude degrees north, -90 to 90
     * @param longitude degrees east, -180 to 180
     */
    public record Coordinates(double latitude, double longitude) {}

    /**
     * Returns the coordinates of an address.
     *
     * @throws IOException when the service did not answer, or not with coordinates
     */
    public Coordinates locate(AddressForm address) throws IOException {
        URI asked = URI.create(service.get() + "?street=" + encoded(address.street1()) + "&city="
                + encoded(address.city()) + "&state=" + encoded(address.state()) + "&zip=" + encoded(address.zip()));
        HttpRequest request = HttpRequest.newBuilder(asked)
                .timeout(PATIENCE)
                .header("Accept", "application/xml")
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != OK) {
                throw new IOException("the geocoder answered " + response.statusCode());
            }
            return new Coordinates(number(LATITUDE, response.body()), number(LONGITUDE, response.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the geocoder was asked", e);
        }
    }

    private static double number(Pattern element, String answer) throws IOException {
        Matcher found = element.matcher(answer);
        if (!found.find()) {
            throw new IOException("the geocoder's answer has no coordinates");
        }
        return Double.parseDouble(found.group(1));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
