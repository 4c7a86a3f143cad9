// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;

/**
 * The geocoder as a service: {@code GET /geocode?street=&city=&state=&zip=}, in XML. Coordinates are computed from the
 * address alone, the same ones for the same address in any case; they are not the real ones.
 */
public final class GeocodeHandler extends Handler.Abstract.NonBlocking {
    /** Greatest latitude, in degrees: between the polar circles, as in the loaded data. */
    private static final double LATITUDE_AT_MOST = 66.56;

    private static final double LONGITUDE_AT_MOST = 180;
    private static final double RANGE = 1L << 32;
    private static final double DECIMALS = 10_000;

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!Request.getPathInContext(request).equals("/geocode")) {
            return false;
        }
        Fields query = Request.extractQueryParameters(request);
        Coordinates found =
                located(value(query, "street"), value(query, "city"), value(query, "state"), value(query, "zip"));
        byte[] answer = xml(found).getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/xml;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
        response.write(true, ByteBuffer.wrap(answer), callback);
        return true;
    }

    private static String value(Fields query, String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    static Coordinates located(String street, String city, String state, String zip) {
        String address = String.join("\n", street, city, state, zip);
        byte[] bytes = address.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        double latitude = within(checksum.getValue(), LATITUDE_AT_MOST);
        checksum.update(bytes);
        checksum.update('e');
        return new Coordinates(latitude, within(checksum.getValue(), LONGITUDE_AT_MOST));
    }

    private static double within(long checksum, double atMost) {
        return Math.round((checksum / RANGE * 2 - 1) * atMost * DECIMALS) / DECIMALS;
    }

    /** Returns XML with the names that Yahoo's geocoder of 2008 used. */
    private static String xml(Coordinates found) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ResultSet><Result precision=\"address\"><Latitude>"
                + decimal(found.latitude()) + "</Latitude><Longitude>" + decimal(found.longitude())
                + "</Longitude></Result></ResultSet>\n";
    }

    private static String decimal(double degrees) {
        return String.format(Locale.ROOT, "%.4f", degrees);
    }
}
