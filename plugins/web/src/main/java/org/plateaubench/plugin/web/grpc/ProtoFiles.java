// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.InvalidProtocolBufferException;
import com.squareup.wire.schema.CoreLoader;
import com.squareup.wire.schema.ErrorCollector;
import com.squareup.wire.schema.Linker;
import com.squareup.wire.schema.Loader;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.ProtoFile;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaException;
import com.squareup.wire.schema.internal.SchemaEncoder;
import com.squareup.wire.schema.internal.parser.ProtoParser;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads files {@code .proto}. Stateless; any thread. */
final class ProtoFiles {
    private ProtoFiles() {}

    /** The files cannot be read; the message is that of the parser, with the line. */
    static final class Problem extends Exception {
        private static final long serialVersionUID = 1L;

        Problem(String message) {
            super(message, null, false, false);
        }
    }

    /** Reads files, whose texts are by the name under which they are imported. */
    static GrpcTypes read(Map<String, String> texts) throws Problem {
        Map<String, ProtoFile> parsed = new LinkedHashMap<>();
        try {
            texts.forEach((name, text) ->
                    parsed.put(name, ProtoFile.Companion.get(ProtoParser.Companion.parse(Location.get(name), text))));
            ErrorCollector errors = new ErrorCollector();
            Schema schema = new Linker(new Imports(parsed, errors), errors, true, true).link(parsed.values());
            errors.throwIfNonEmpty();
            SchemaEncoder encoder = new SchemaEncoder(schema);
            Map<String, FileDescriptorProto> files = new HashMap<>();
            for (ProtoFile file : schema.getProtoFiles()) {
                files.put(
                        file.getLocation().getPath(),
                        FileDescriptorProto.parseFrom(encoder.encode(file).toByteArray()));
            }
            return new GrpcTypes(files);
        } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
            throw new Problem(String.valueOf(e.getMessage()).strip());
        } catch (DescriptorValidationException | InvalidProtocolBufferException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }

    /** Finds what files import: each other, and the files of protobuf itself. */
    private record Imports(Map<String, ProtoFile> files, ErrorCollector errors) implements Loader {
        @Override
        public ProtoFile load(String path) {
            ProtoFile file = files.get(path);
            if (file != null) {
                return file;
            }
            if (path.startsWith("google/protobuf/") || path.equals("wire/extensions.proto")) {
                return CoreLoader.INSTANCE.load(path);
            }
            throw new IllegalStateException("'" + path + "' is imported and is not among 'protos'");
        }

        @Override
        public Loader withErrors(ErrorCollector others) {
            return new Imports(files, others);
        }
    }
}
