// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.engine.report.history;

import org.jspecify.annotations.NullMarked;
