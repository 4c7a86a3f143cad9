// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.document;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/** The problems that a published JSON Schema finds in a document. */
public final class SchemaFaults {
    private SchemaFaults() {}

    public static List<String> of(String schemaText, String document) {
        Schema schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(schemaText);
        return schema.validate(document, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }
}
