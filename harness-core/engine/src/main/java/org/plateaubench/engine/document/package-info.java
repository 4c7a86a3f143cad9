// SPDX-License-Identifier: Apache-2.0
/** Every stored document of a run as JSON, and the schemas of plan and result. */
@NullMarked
package org.plateaubench.engine.document;

import org.jspecify.annotations.NullMarked;
