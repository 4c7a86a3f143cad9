// SPDX-License-Identifier: Apache-2.0
/** The stored documents of a run as JSON, and the schemas of plan and result. */
@NullMarked
package org.plateaubench.engine.document;

import org.jspecify.annotations.NullMarked;
