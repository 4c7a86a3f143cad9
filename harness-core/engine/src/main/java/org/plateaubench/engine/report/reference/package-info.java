// SPDX-License-Identifier: Apache-2.0
/** References of scores, made of stored runs. */
@NullMarked
package org.plateaubench.engine.report.reference;

import org.jspecify.annotations.NullMarked;
