// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests of web-api.yaml. */
class Sign {
    private static final SecretKeySpec KEY = new SecretKeySpec("example".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

    static Map<String, String> sign(Map<String, String> in) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(KEY);
        byte[] signature = mac.doFinal(in.get("text").getBytes(StandardCharsets.UTF_8));
        return Map.of("signature", HexFormat.of().formatHex(signature));
    }
}
