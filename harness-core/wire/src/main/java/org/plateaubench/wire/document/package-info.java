// SPDX-License-Identifier: Apache-2.0
/** How records become JSON and JSON becomes records, for stored documents and for messages. */
@NullMarked
package org.plateaubench.wire.document;

import org.jspecify.annotations.NullMarked;
